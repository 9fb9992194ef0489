"""The lab: bots against bots, many games, and what the results are worth."""
