"""Capture the flag: flags and who carries them."""
