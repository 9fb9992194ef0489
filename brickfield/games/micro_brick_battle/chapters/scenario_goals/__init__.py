"""Scenario goals: what else wins a battle."""
