"""Mutants: do the tests notice when a rule is changed? `make mutants FILES=... TESTS=...`, see CONTRIBUTING.md."""
