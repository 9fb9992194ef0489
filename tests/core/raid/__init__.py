"""A second small game for the tests: squads, a house with two floors, cards in secret hands, three sides."""
