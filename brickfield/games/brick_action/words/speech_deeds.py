"""Answers as one speaks of them when they are taken back: "the choice of the zone", "Rifle squad A1's move"."""

DEEDS = {
    # before the battle
    "take_half": "choice after the roll-off",
    "take_zone": "choice of the zone",
    "take_first": "choice of who begins",
    "deploy": "placing",
    # moving; a way that is drawn and an order that is typed are the same to a player
    "move": "move",
    "walk": "move",
    "go_prone": "going prone",
    "rise": "rising",
    "use_corner": "use of the corner",
    # attacking
    "attack": "attack",
    "fire_item": "use of an item",
    "close_combat": "close combat",
    "fire_back": "reactive fire",
    # the rest of a turn
    "place_hold": "hold",
    "drop_hold": "dropping of the hold",
    "rally_first": "choice of who rallies first",
    "rally_again": "rally",
    "give_up": "choice of casualties",
    "pick_up": "picking up of weapons",
    "leave_it": "leaving of the weapons",
    "react": "reaction",
}
