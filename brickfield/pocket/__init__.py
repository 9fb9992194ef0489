"""Brickfield without a server: the server's own application, called by the page it plays in instead of a network."""
