"""Frames between the server and its workers: the length in four bytes, then JSON in ASCII."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import BinaryIO

Message = dict[str, object]
"""A JSON object."""

LARGEST = 64 << 20
"""The largest frame in bytes. A worker that sends a larger one has lost its mind."""

_LENGTH = struct.Struct(">I")


def objects(value: object) -> list[Message]:
    """Return a list of objects. Raises `ValueError` for anything else."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise ValueError("not a list of objects")
    return value


def framed(message: Message) -> bytes:
    """Return the frame of a message."""
    content = json.dumps(message, separators=(",", ":")).encode("ascii")
    return _LENGTH.pack(len(content)) + content


def read_frame(stream: BinaryIO) -> Message | None:
    """Return the next message; None at the end of the stream."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    content = stream.read(_LENGTH.unpack(head)[0])
    return _read(content)


async def receive_frame(stream: asyncio.StreamReader) -> Message:
    """Return the next message. Raises `asyncio.IncompleteReadError` at the end of the stream, `ValueError` for what is
    no message."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    if length > LARGEST:
        raise ValueError("a frame is too large")
    return _read(await stream.readexactly(length))


def _read(content: bytes) -> Message:
    message = json.loads(content)
    if not isinstance(message, dict):
        raise ValueError("a frame is not an object")
    return message
