"""Judging positions: odds of a shot, shares of the result, and when a draw is fair."""
