"""House rules: ways to decide things by dice."""
