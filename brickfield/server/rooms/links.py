"""Secrets of seats and ids of matches: made here, never written down in the clear."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_SECRET_BYTES = 24
_ID_BYTES = 9


def new_secret() -> str:
    """A secret of 192 bits that opens a seat."""
    return secrets.token_urlsafe(_SECRET_BYTES)


def new_match_id() -> str:
    """The public name of a match; it opens nothing."""
    while True:
        made = secrets.token_urlsafe(_ID_BYTES)
        # a leading dash looks like an option on a command line
        if made[0].isalnum():
            return made


def hash_of(secret: str) -> str:
    """What is stored of a secret. It has too many bits to be guessed from its hash, so it needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opens(secret: str, secret_hash: str) -> bool:
    """Whether a secret opens what is kept under this hash; takes equally long for every wrong one."""
    return bool(secret_hash) and hmac.compare_digest(hash_of(secret), secret_hash)
