"""The effect cards, one file each: what a card does, what it may be played on, what it is worth, what is said."""
