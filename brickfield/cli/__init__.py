"""The command line: `brickfield games | clauses | battle | prove | ladder | balance | replay | play | serve | ...`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

# Set to anything, it shows where an unexpected failure came from.
TRACEBACK = "BRICKFIELD_TRACEBACK"
_INTERRUPTED = 130


def main(words: Sequence[str] | None = None) -> int:
    """Carry one command out: 0 done, 2 the words were wrong, 1 it failed; each fault is one line on stderr."""
    import click

    from brickfield.cli.commands import root
    from brickfield.cli.words import WrongWords

    try:
        typed = list(sys.argv[1:] if words is None else words)
        code = root.main(args=typed, prog_name="brickfield", standalone_mode=False)
        sys.stdout.flush()
    except (click.UsageError, WrongWords) as error:
        return _complain(error.format_message(), 2)
    except click.ClickException as error:
        return _complain(error.format_message(), 1)
    except BrokenPipeError:
        # the reader has left (`| head`): nothing more to say, and the interpreter must not try to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (KeyboardInterrupt, click.Abort):
        return _complain("stopped.", _INTERRUPTED)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        reason = str(error) or "no reason given"
        return _complain(f"it failed ({type(error).__name__}): {reason} [{TRACEBACK}=1 shows where]", 1)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    from brickfield.cli.words import one_line

    print(f"brickfield: {one_line(message)}", file=sys.stderr)
    return code
