"""Forts in words: how a battle for one ends."""

from brickfield.speech.speech import ChapterWords

WORDS = ChapterWords(reasons={"fort_destroyed": "the fort is destroyed", "fort_stands": "the fort still stands"})
