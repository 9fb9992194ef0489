"""Infantry against armour: rockets, grenades and swarms."""
