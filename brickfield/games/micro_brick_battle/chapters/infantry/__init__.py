"""The infantry rules: squads, buildings, sight, flanks and specialists."""
