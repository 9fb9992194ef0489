"""Lessons: steps, the dice laid out for them, and what a learner may wish for."""
