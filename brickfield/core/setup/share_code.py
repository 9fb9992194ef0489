"""Short codes to read aloud: a number in Crockford's base 32 with the version in front and a check character behind."""

from __future__ import annotations

from msgspec import Struct

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUE = {letter: value for value, letter in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_BASE = len(ALPHABET)
# Multiplication by two among 32 values without ever losing one: x^5 + x^2 + 1 takes the place of the overflow.
_OVERFLOW = 0b100101
_GROUP = 4
_DASHES = "-_.\u2010\u2011\u2012\u2013\u2014\u2212"
# No code is longer; a longer text is refused before it is looked at.
LONGEST = 64


class CodeContents(Struct, frozen=True):
    """What a readable code says. `sound` is false when the check character does not fit the rest."""

    version: int
    number: int
    sound: bool


def _check(digits: list[int]) -> int:
    """A check value that changes with any one wrong character and with any two neighbours swapped."""
    check = 0
    for digit in digits:
        check = (check ^ digit) << 1
        if check >= _BASE:
            check ^= _OVERFLOW
    return check


def write(prefix: str, version: int, number: int) -> str:
    """The code of a number, in groups of four: nothing at all for 0, so the default is the shortest."""
    digits = []
    while number:
        number, digit = divmod(number, _BASE)
        digits.append(digit)
    digits = [version, *reversed(digits)]
    letters = "".join(ALPHABET[digit] for digit in [*digits, _check(digits)])
    return "-".join([prefix, *(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))])


def squeeze(text: str) -> str:
    """The code without spaces and dashes, in capitals: how people type it does not matter."""
    return "".join(letter for letter in text.upper() if not letter.isspace() and letter not in _DASHES)


def read(letters: str) -> CodeContents | None:
    """What the letters behind the prefix say, or None if they are no code at all. O is read as 0, I and L as 1."""
    digits = [_VALUE.get(letter, -1) for letter in letters]
    if len(digits) < 2 or -1 in digits:
        return None
    number = 0
    for digit in digits[1:-1]:
        number = number * _BASE + digit
    return CodeContents(digits[0], number, _check(digits[:-1]) == digits[-1])
