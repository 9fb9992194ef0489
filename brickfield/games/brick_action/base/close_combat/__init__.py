"""Close combat: squads within six studs."""
