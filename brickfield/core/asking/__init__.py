"""Asking: what an answer may be, how it is put together, and what it would lead to."""
