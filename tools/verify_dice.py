"""Checks the dice of a finished battle without a line of the game: `python verify_dice.py FILE [PROMISE] [PART ...]`.

FILE is a replay as the server hands it out when a battle is over (replay.txt). PROMISE is what the table showed for the
dice while it was played, and PART what it showed for a seat's part, as SEAT:ROLL:PROMISE (its number, the first roll it
counts for, its promise); give what you noted, for a file can only prove that it fits itself. What is checked:

* SHA-256(seed | match) is the promise, so the server had fixed its seed before the first die fell;
* what a seat has added opens what it had promised, and counts from the roll you were told;
* every die stands beside the answer it fell for;
* every die in the file is the one these seeds give: roll n takes the bytes of HMAC-SHA-256(seed, name | n | block),
  block 0, 1, 2 ..., where name is the match and, once somebody has opened a seed, `|seat:seed,seat:seed` behind it.
  A byte too large to be fair is left out. Dice whose faces are not equally likely take four bytes each.

Only the standard library is used. Exit code 0: all dice are proven; 1: they are not; 2: the file cannot be read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any


class NotProven(Exception):
    """The dice are not what was promised."""


def without_check(line: str) -> str:
    """A line without the short check behind it."""
    return line.rpartition(" ~")[0]


def read(text: str) -> tuple[dict[str, Any], list[list[int]]]:
    """The proof and the faces of the dice of a replay, for each answer in the order they fell."""
    lines = text.split("\n")
    known = lines[0] in ("brickfield replay 1", "brickfield replay 2")
    if not known or len(lines) < 4 or not lines[3].startswith("proof "):
        raise ValueError("this is no replay with a proof of its dice")
    proof = json.loads(without_check(lines[3])[len("proof ") :])
    entries: list[list[int]] = []
    for line in lines[4:]:
        if line.startswith("#"):
            entries.append([])
        elif line.startswith("dice "):
            entries[-1] += [int(word) for word in without_check(line).split(" ")[1:]]
    return proof, entries


def check_promises(proof: dict[str, Any], noted: str, parts: list[str]) -> None:
    """Whatever was promised is what was opened, and is what somebody has noted."""
    promise = hashlib.sha256(bytes.fromhex(proof["seed"]) + b"|" + proof["match"].encode()).hexdigest()
    if promise != proof["promise"]:
        raise NotProven("the seed of the server is not the one it had promised")
    if noted and not promise.startswith(noted.lower()):
        raise NotProven("the promise in the file is not the one you noted")
    for each in proof["stirs"]:
        if each["seed"] and hashlib.sha256(bytes.fromhex(each["seed"])).hexdigest() != each["promise"]:
            raise NotProven(f"seat {each['seat']} has opened another seed than it had promised")
    shown = [f"{each['seat']}:{each['from_roll']}:{each['promise']}" for each in proof["stirs"] if each["seed"]]
    for part in parts:
        if not any(each.startswith(part.lower()) for each in shown):
            raise NotProven(f"the part {part} you noted is not in the dice of the file")


def chance(proof: dict[str, Any], number: int) -> Iterator[int]:
    """The bytes of one roll, without end."""
    added = sorted((s["seat"], s["seed"]) for s in proof["stirs"] if s["seed"] and s["from_roll"] <= number)
    name = proof["match"]
    if added:
        name += "|" + ",".join(f"{seat}:{seed}" for seat, seed in added)
    block = 0
    while True:
        yield from hmac.digest(bytes.fromhex(proof["seed"]), f"{name}|{number}|{block}".encode(), "sha256")
        block += 1


def throw(stream: Iterator[int], faces: int, weights: list[int]) -> int:
    """One die."""
    width = 4 if weights else 1
    parts = sum(weights) if weights else faces
    while True:
        value = 0
        for _ in range(width):
            value = value * 256 + next(stream)
        if value >= 256**width // parts * parts:
            continue
        value %= parts
        if not weights:
            return value + 1
        for face, weight in enumerate(weights, start=1):
            if value < weight:
                return face
            value -= weight


def check_dice(proof: dict[str, Any], entries: list[list[int]]) -> None:
    """Throw every roll again and compare, answer by answer."""
    number = 0
    # how many rolls each answer has; an older file does not say, then each takes as many as its dice fill
    fell = proof.get("entries") or [None] * len(entries)
    if len(fell) != len(entries):
        raise NotProven("the file has more or fewer answers than its proof")
    for at, (faces, rolls) in enumerate(zip(entries, fell, strict=True)):
        place, first = 0, number
        while number - first < rolls if rolls is not None else place < len(faces):
            if number >= len(proof["rolls"]):
                raise NotProven("dice fell that no roll explains")
            count, sides, weights = proof["rolls"][number]
            stream = chance(proof, number)
            again = [throw(stream, sides, weights) for _ in range(count)]
            if faces[place : place + count] != again:
                raise NotProven(f"roll {number} should show {again} and shows {faces[place : place + count]}")
            place, number = place + count, number + 1
        if place != len(faces):
            raise NotProven(f"{len(faces) - place} dice stand beside answer {at} that did not fall for it")
    if number != len(proof["rolls"]):
        raise NotProven(f"{len(proof['rolls']) - number} rolls are not in the file")


def main(words: list[str]) -> int:
    """Check one file."""
    if not words:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            proof, entries = read(file.read())
        parts = [word for word in words[1:] if ":" in word]
        check_promises(proof, "".join(word for word in words[1:] if ":" not in word), parts)
        check_dice(proof, entries)
    except NotProven as error:
        print(f"NOT PROVEN: {error}", file=sys.stderr)
        return 1
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        print(f"the file cannot be read: {error}", file=sys.stderr)
        return 2
    opened = [each["seat"] for each in proof["stirs"] if each["seed"]]
    print(f"proven: {sum(map(len, entries))} dice of {len(proof['rolls'])} rolls, promise {proof['promise']}")
    alone = min([each["from_roll"] for each in proof["stirs"] if each["seed"]] or [len(proof["rolls"])])
    print(f"seats that added to the dice: {opened or 'none'}; rolls before the first part: {alone}")
    for kind in sorted({(sides, tuple(weights)) for _, sides, weights in proof["rolls"]}):
        print(f"dice with {kind[0]} faces, " + (f"as likely as {kind[1]}" if kind[1] else "all equally likely"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
