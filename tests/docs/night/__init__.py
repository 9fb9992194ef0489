"""A battle at night: a chapter of nobody's book, as somebody would add it to Micro Brick Battle."""
