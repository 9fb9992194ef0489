"""Bots and jobs: who plays, in which worker, and who comes next."""
