"""BrickMech, what a drawn table is told: faces, questions, previews, catalogue."""
