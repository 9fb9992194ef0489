"""Saying and hearing lines: plain text everywhere, colours only where somebody sees them and wants them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from contextlib import suppress
from typing import Any, TextIO

from msgspec import Struct

from brickfield.core.game import Game
from brickfield.speech.rule_names import by_title
from brickfield.text.question import Lines

# Longer than any answer that can be read.
LONGEST_LINE = 70_000
_STYLES = {"head": "bold cyan", "ask": "bold yellow", "option": "", "plain": "", "story": "", "refusal": "bold red"}


# What a line begins with, under which its other lines do not go: "  12. ".
_HEAD = re.compile(r"\s*(?:\d+\. )?")


def wrapped(text: str, width: int) -> list[str]:
    """A line broken between words where the terminal ends; what is left of an option stands under its words."""
    if not width or len(text) <= width:
        return [text]
    found = _HEAD.match(text)
    indent = " " * min(len(found[0]) if found is not None else 0, width // 2)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


class Streams(Struct):
    """Where lines come from and go to."""

    input: Any
    output: Any


class Voice:
    """Says lines. Colours are only an aid: they are left out when nobody sees them or nobody wants them.

    Rules go by their titles in the game that is played.
    """

    def __init__(self, output: TextIO, game: Game) -> None:
        self._output = output
        self._game = game
        self._console: Any = None
        # how many letters go into a line; 0: nobody sees where lines end
        self.width = shutil.get_terminal_size().columns if output.isatty() else 0
        if output.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
            from rich.console import Console

            self._console = Console(file=output, highlight=False, markup=False, emoji=False)

    def say(self, kind: str, text: str) -> None:
        """One line of a kind: head, ask, option, story, refusal or plain."""
        for line in wrapped(by_title(text, self._game), self.width):
            if self._console is not None:
                self._console.print(line, style=_STYLES.get(kind, ""), soft_wrap=True)
            else:
                print(line, file=self._output)

    def say_all(self, lines: Lines) -> None:
        """Several lines, each of its kind, with an empty line before a heading."""
        for kind, text in lines:
            if kind == "head":
                self.say("plain", "")
            self.say(kind, text)
        self._output.flush()


class Ears:
    """Reads one line at a time: edited on a terminal, echoed when it comes from a pipe."""

    def __init__(self, streams: Streams) -> None:
        self._input, self._output = streams.input, streams.output
        self._edited = self._input is sys.stdin and self._input.isatty() and self._output.isatty()
        if self._edited:
            with suppress(ImportError):
                # editing and recall of earlier lines, where the system has it
                import readline  # noqa: F401

    def line(self) -> str | None:
        """The next line, or None at the end of the input."""
        if self._edited:
            try:
                return input("> ")
            except (EOFError, KeyboardInterrupt):
                print(file=self._output)
                return None
        text: str = self._input.readline(LONGEST_LINE)
        if not text:
            return None
        print(f"> {text.rstrip()}", file=self._output)
        return text
