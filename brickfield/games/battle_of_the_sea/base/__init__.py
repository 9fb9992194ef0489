"""The base book of Battle of the Sea: ships, moving, ramming, firing, damage, rounds and winning."""
