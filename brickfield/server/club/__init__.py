"""Several workers of one house: who has which table, and how a guest gets to it whichever worker took the call."""
