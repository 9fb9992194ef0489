"""Rooms: one match each, with its journal, its seats, its clocks and what each audience sees."""
