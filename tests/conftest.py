"""Settings for all tests: property tests draw the same examples each time and are never judged by the clock."""

from __future__ import annotations

import os

from hypothesis import settings

# A tree is green or red for everybody: the same examples each run. `explore` searches for new ones.
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
