"""Effect cards: choosing and playing them, and what each does."""
