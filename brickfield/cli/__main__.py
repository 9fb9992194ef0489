"""`python -m brickfield.cli` is the same as `brickfield`."""

import sys

from brickfield.cli import main

if __name__ == "__main__":
    sys.exit(main())
