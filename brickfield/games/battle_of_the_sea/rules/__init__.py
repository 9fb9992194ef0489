"""Battle of the Sea, the chapters of the book: what may be done and what it does."""
