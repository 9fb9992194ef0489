"""Sight and cover: what stands in the way, and who sees whom."""
