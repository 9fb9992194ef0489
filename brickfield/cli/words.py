"""What goes wrong on the command line, as one clear line: wrong words end with 2, failures with 1."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import click

_LONGEST_LINE = 400
_LONGEST_WORD = 60


class WrongWords(click.UsageError):
    """The words of the command cannot be carried out as they stand."""


class Failed(click.ClickException):
    """The words were right, but it could not be done."""


def one_line(text: str) -> str:
    """Any text as one printable line of bounded length: what was typed may hold anything."""
    line = " ".join(text.split())
    plain = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)
    return plain if len(plain) <= _LONGEST_LINE else plain[:_LONGEST_LINE] + " ..."


def quoted(word: str) -> str:
    """A word as it was typed, cut where it is too long to be one."""
    return repr(word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "...")


def unknown(what: str, word: str, known: Iterable[str]) -> WrongWords:
    """No such thing: say what was typed, what it may have meant and what there is."""
    names = list(known)
    near = get_close_matches(word, names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return WrongWords(f"no {what} is called {quoted(word)}.{hint} There are: {', '.join(names)}.")


def bytes_of(name: str, most: int, what: str) -> bytes:
    """The beginning of a file, one byte more than can be read where it is longer; a file that is not there is wrong."""
    path = Path(name)
    if not name.isprintable():
        raise WrongWords(f"{name!r} is no name of a file.")
    try:
        if path.is_dir():
            raise WrongWords(f"{name!r} is a folder; name {what}.")
        with path.open("rb") as file:
            return file.read(most + 1)
    except FileNotFoundError as error:
        raise WrongWords(f"there is no file {name!r}.") from error
    except OSError as error:
        raise Failed(f"{name}: {error.strerror or error}.") from error


def file_to_write(word: str, name: str | None, source: str, what: str) -> Path | None:
    """A file to write, refused before the work is done when it cannot be meant; `what` is read from the source."""
    if name is None:
        return None
    out = Path(name)
    if out.is_dir() or not out.name:
        raise WrongWords(f"{word} {name!r} is a folder; name a file.")
    if not out.parent.is_dir():
        raise WrongWords(f"{word} {name!r}: there is no folder {str(out.parent)!r}.")
    if out.exists() and Path(source).exists() and out.samefile(source):
        raise WrongWords(f"{word} would overwrite the {what} itself.")
    return out
