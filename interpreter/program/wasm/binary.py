"""The bytes of a WebAssembly module: numbers, sections, and the operations that programs are made of."""

from __future__ import annotations

from collections.abc import Iterable

from ..nodes import FLOAT, INT, TRUTH

HEAD = b"\0asm\1\0\0\0"
TYPE, IMPORT, FUNCTION, GLOBAL, EXPORT, CODE, DATA = 1, 2, 3, 6, 7, 10, 11
"""Sections, in the order in which they stand."""

I32, F64, NOTHING = 0x7F, 0x7C, 0x40
TYPES = {INT: 0x7E, FLOAT: F64, TRUTH: 0x7E}
"""What holds an address; a float; nothing, as the type of a block; and a value of each type."""

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BRANCH, BRANCH_IF, RETURN, CALL, DROP, SELECT = 0x0C, 0x0D, 0x0F, 0x10, 0x1A, 0x1B
GET, SET, GET_GLOBAL, SET_GLOBAL = 0x20, 0x21, 0x23, 0x24
"""Of locals, and of what functions share."""

ADDRESS, WORD, REAL = 0x41, 0x42, 0x44
"""A constant address, integer, float."""

LOADS = {"i8": 0x30, "u8": 0x31, "i16": 0x32, "u16": 0x33, "i32": 0x34, "u32": 0x35, "i64": 0x29}
STORES = {8: 0x3C, 16: 0x3D, 32: 0x3E, 64: 0x37}
"""From memory to an integer by its element, and back by its bits."""

LOAD_ADDRESS, STORE_ADDRESS, LOAD_REAL, STORE_REAL = 0x28, 0x36, 0x2B, 0x39

IS_NO_ADDRESS, IS_0 = 0x45, 0x50
"""Whether an i32, an integer is 0."""

INT_OPS = {"+": 0x7C, "-": 0x7D, "*": 0x7E, "&": 0x83, "|": 0x84, "^": 0x85, "<<": 0x86, ">>": 0x87}
FLOAT_OPS = {"+": 0xA0, "-": 0xA1, "*": 0xA2, "/": 0xA3}
INT_TESTS = {"==": 0x51, "!=": 0x52, "<": 0x53, ">": 0x55, "<=": 0x57, ">=": 0x59}
FLOAT_TESTS = {"==": 0x61, "!=": 0x62, "<": 0x63, ">": 0x64, "<=": 0x65, ">=": 0x66}
QUOTIENT, REST = 0x7F, 0x81
"""Of a division that rounds towards 0."""

IS_BEYOND = {"<": 0x5A, "<=": 0x56}
"""Whether an integer is not below another, not below or equal, both taken as without a sign."""

TO_ADDRESS, FROM_TRUTH, TO_REAL = 0xA7, 0xAD, 0xB9
UNARY = {"ones": 0x7B, "sqrt": 0x9F, "real": TO_REAL}
PLUS, MINUS, TIMES, BOTH, SHIFT = 0x6A, 0x6B, 0x6C, 0x71, 0x74
"""Of addresses and truths."""

MOVE = b"\xfc\x0a\0\0"
"""Copy bytes, which may overlap."""


def unsigned(number: int) -> bytes:
    """Return a number that is not negative, by sevens of bits."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes((*found, number))


def signed(number: int) -> bytes:
    """Return a number, by sevens of bits, of which the last says whether it is negative."""
    found = bytearray()
    while not -64 <= number < 64:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes((*found, number & 127))


def several(parts: Iterable[bytes]) -> bytes:
    """Return parts one after another, with their number in front."""
    each = list(parts)
    return unsigned(len(each)) + b"".join(each)


def sized(content: bytes) -> bytes:
    """Return bytes with their number in front."""
    return unsigned(len(content)) + content


def section(number: int, parts: Iterable[bytes]) -> bytes:
    """Return a section of a module."""
    return bytes([number]) + sized(several(parts))
