"""Battle of the Sea, what a drawn table is told: faces, questions, previews, catalogue."""
