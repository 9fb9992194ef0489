"""Team play and free for all: more than two players."""
