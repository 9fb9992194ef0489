"""Understanding a line: which function carries out which command."""

from __future__ import annotations

from collections.abc import Callable

from brickfield.text import asking, firing, marching, matters, orders, sailing
from brickfield.text.desk import Desk, Reply, misread, refuse
from brickfield.text.reading import Misread, Spoken, read_line

Handler = Callable[[Desk, Spoken], Reply]


def hear(desk: Desk, line: str) -> Reply:
    """Understand a line and do what it says."""
    spoken = read_line(line)
    if isinstance(spoken, Misread):
        return misread(spoken)
    if desk.sitting.state.over and spoken.verb not in AFTER_THE_END:
        return refuse("match_over", "The battle is over. You can type replay, log, again or quit.")
    confirm, desk.confirm = desk.confirm, ""
    if confirm and spoken.verb == "yes":
        return CONFIRMED[confirm](desk, Spoken(confirm, "yes"))
    if confirm and spoken.verb == "no":
        return Reply(lines=["Nothing was done."])
    decision = desk.decision
    handlers = HANDLERS if decision is None else HANDLERS | OF_QUESTION.get(decision.kind, {})
    return handlers[spoken.verb](desk, spoken)


def pick(desk: Desk, spoken: Spoken) -> Reply:
    """A number is the option of that number."""
    listed = desk.choices
    number = int(spoken.rest)
    if not 1 <= number <= len(listed):
        return refuse("no_such_option", f"There is no option {number}; the options go from 1 to {len(listed)}.")
    choice = listed[number - 1]
    if choice.plan and choice.plan == desk.plan:
        # the same number twice: once to see the plan with its odds, once more to roll
        return firing.lock(desk, spoken)
    return hear(desk, choice.say) if choice.answer is None else orders.take(desk, choice.answer)


HANDLERS: dict[str, Handler] = {
    "pick": pick,
    "move": orders.move,
    "try": orders.try_move,
    "end": orders.end,
    "fire": firing.fire,
    "hold": firing.hold,
    "plan": firing.plan,
    "lock": firing.lock,
    "place": orders.place,
    "lay": orders.place,
    "enter": orders.place,
    "skip": orders.skip,
    "auto": orders.auto,
    "yes": orders.react,
    "no": orders.react,
    "undo": orders.undo,
    "ram": sailing.ram,
    "lose": sailing.lose,
    "take": sailing.take,
    "unload": sailing.unload,
    "drop": sailing.drop,
    "anchor": sailing.anchor,
    "repair": sailing.repair,
    "mount": marching.mount,
    "detach": marching.detach,
    "challenge": marching.challenge,
    "ballot": marching.vote,
    "look": asking.look,
    "who": asking.who,
    "why": asking.why,
    "hint": asking.hint,
    "units": asking.units,
    "terrain": asking.terrain,
    "map": asking.show_map,
    "goal": asking.goal,
    "options": asking.options,
    "clause": asking.clause,
    "log": asking.log,
    "help": asking.show_help,
    "save": matters.save,
    "load": matters.load,
    "replay": matters.replay,
    "draw": matters.draw,
    "concede": matters.concede,
    "rolloff": matters.rolloff,
    "again": matters.again,
    "quit": matters.leave,
}

# What words do while a question of this kind is open, where that is something else.
OF_QUESTION: dict[str, dict[str, Handler]] = {
    "command_fleet": {"move": sailing.sail, "try": sailing.try_course, "end": sailing.done},
    "attack": {"fire": sailing.fire, "hold": sailing.done, "end": sailing.done},
    "anchor": {"yes": sailing.anchor, "no": sailing.anchor},
    "deploy_ship": {"place": sailing.place},
    "take_action": {
        "move": marching.march,
        "try": marching.try_march,
        "fire": marching.attack,
        "hold": marching.hold,
        "end": marching.end,
    },
    "return_fire": {"yes": marching.react, "no": marching.react},
    "held_shot": {"yes": marching.react, "no": marching.react},
    "may_challenge": {"yes": marching.challenge, "no": marching.challenge},
}

# What `yes` does after the table has asked whether somebody is sure.
CONFIRMED: dict[str, Handler] = {"concede": matters.concede, "lock": firing.lock}

# What can still be typed when the battle is over.
AFTER_THE_END = frozenset(
    {
        "pick",
        "options",
        "units",
        "terrain",
        "map",
        "goal",
        "clause",
        "log",
        "help",
        "look",
        "save",
        "load",
        "replay",
        "again",
        "quit",
    }
)
