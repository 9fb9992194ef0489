"""Answers as one speaks of them when they are taken back: "the choice of the zone", "Rifle squad A1's move"."""

from __future__ import annotations

DEEDS = {
    # before the battle
    "take_half": "choice after the roll-off",
    "take_zone": "choice of the zone",
    "take_first": "choice of who begins",
    "give_rocket": "gift of the rocket",
    "deploy": "placing",
    # moving; a way that is drawn and an order that is typed are the same to a player
    "move": "move",
    "walk": "move",
    "drive": "drive",
    "dash": "dash",
    "half_move": "half of the move",
    "go_prone": "going prone",
    "rise": "rising",
    "use_corner": "use of the corner",
    "turn_turret": "turn of the turret",
    "mount_up": "mounting",
    "dismount": "dismounting",
    "out_of_wreck": "way out of the wreck",
    # attacking
    "attack": "attack",
    "fire_item": "use of an item",
    "close_combat": "close combat",
    "fire_guns": "shot",
    "fire_heavy": "shot of the heavy weapon",
    "attack_armour": "attack on armour",
    "swarm": "swarm",
    "split_fire": "split attack",
    "move_and_fire": "move with an attack",
    "fire_and_move": "attack with a move",
    "throw_smoke": "smoke",
    "fire_back": "reactive fire",
    # the rest of a turn
    "place_hold": "hold",
    "drop_hold": "dropping of the hold",
    "rally_first": "choice of who rallies first",
    "rally_again": "rally",
    "give_up": "choice of casualties",
    "pick_up": "picking up of weapons",
    "leave_it": "leaving of the weapons",
    "leave_gun": "leaving of the weapon",
    "crew_gun": "crewing of the weapon",
    "take_flag": "taking of the flag",
    "activate": "activation",
    "react": "reaction",
}
