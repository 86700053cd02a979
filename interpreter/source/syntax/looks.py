"""Nodes of `look`: how things look, and what they are called."""

from __future__ import annotations

from .expressions import Expression, Name, Node, Text


class Form(Node):
    """`disc in Red "marble"`: a drawing, its colour, and the words to be read; one of them may be all there is."""

    shape: Name | None
    arguments: tuple[Expression, ...]
    colour: Name | None
    words: Text | None


class Guise(Node):
    """`THING as FORM`, or `k among KINDS as FORM`: how something looks, and what it is called."""

    name: Name | None
    thing: Expression
    form: Form


class Look(Node):
    """`look { … }`."""

    items: tuple[Guise, ...]
