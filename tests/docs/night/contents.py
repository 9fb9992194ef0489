"""Night: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from tests.docs.night import night
from tests.docs.night.chapter import NIGHT
from tests.docs.night.words import WORDS

CONTENTS = ChapterContents(NIGHT, rules=(night,), folder=Path(__file__).parent, groups=("night",), words=WORDS)
