"""How large a model of bricks may be that people bring: what the wire says of it stands here, so that nobody needs the
room that reads models before one is brought."""

from __future__ import annotations

# Bytes of a file and of a packed model, and letters of the form it travels in.
LARGEST_FILE = 5_000_000
LARGEST_PACKED = 64_000
LONGEST_FORM = 4 * -(-LARGEST_PACKED // 3)
