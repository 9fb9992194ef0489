"""Vehicles: the armour table, driving, batteries, damage, riding and wrecks."""
