// The hand of a unit's turn: one of its actions at a time, each drawn as what it offers, or the end of its turn.
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Intent } from "../../board";
import type { Act, Action, Actor } from "../../protocol";
import { type Answer, actionIn } from "../answers";
import { underDigit } from "../digits";
import type { Draft } from "../drafts";
import type { Pressed } from "../keys";
import { sound } from "../playback/sounds";
import type { Hand, Room } from "../room";
import { NUMBERED } from "../scene";
import { canDo, isAbout, meantBy, type Part, partOf, whyClosed } from "./act_parts";
import { createGiver, type Giver, spotOf } from "./giving";

export interface ActHand extends Hand {
  readonly offer: Act;
  readonly actor: ReadonlySignal<Actor | null>;
  readonly action: ReadonlySignal<Action | null>;
  /** what draws the action in hand; nothing where it is closed or only a note */
  readonly part: ReadonlySignal<Part | null>;
  /** nothing is left but to end the turn */
  readonly spent: boolean;
  readonly ready: ReadonlySignal<boolean>;
  choose(action: string): void;
  turnTo(unit: string): void;
  commit(): void;
  finish(): void;
  /** what was asked back and is given with the next press */
  readonly asking: Giver["asking"];
}

// who had the hand of a seat last: a reaction of another seat at the same device takes it away only for a while
const lastOf = new WeakMap<Room["store"], Map<number, string>>();

/** Keys of a way, as they are meant where there is a list instead. */
const IN_A_LIST: Partial<Record<Pressed["action"], Pressed["action"][]>> = {
  forward: ["previous"],
  reverse: ["next"],
  left: ["fewer", "previous"],
  right: ["more", "next"],
};

export function createActHand(room: Room, seat: number, offer: Act): ActHand {
  const { actors } = offer;
  const chosen = signal("");
  const kind = signal("");
  const made = new Map<string, Part | null>();
  const give = createGiver(room);

  const actor = computed(() => actors.find((one) => one.unit === chosen.value) ?? null);
  const action = computed(() => actor.value?.actions.find((one) => one.id === kind.value) ?? null);
  const part = signal<Part | null>(null);
  const spent = actors.every((one) => !one.actions.some(canDo));
  const last = lastOf.get(room.store) ?? new Map<number, string>();
  lastOf.set(room.store, last);
  const isActor = (unit: string | undefined): unit is string => actors.some((one) => one.unit === unit);

  /** Takes what draws the action into the hand: made once, so that what was chosen there is kept. */
  function open(): void {
    const now = action.peek();
    const key = `${chosen.peek()} ${now?.id}`;
    if (now && !now.closed && !made.has(key)) made.set(key, partOf(room, seat, chosen.peek(), now));
    part.value = made.get(key) ?? null;
  }

  function choose(next: string): void {
    // Enter on the button of the action in hand, or a second tap on it, must not lose what was chosen there.
    if (next === kind.peek()) return;
    part.peek()?.path?.clear();
    kind.value = next;
    room.bubble.value = null;
    open();
  }

  function turnTo(unit: string): void {
    part.peek()?.path?.clear();
    chosen.value = unit;
    last.set(seat, unit);
    room.selected.value = unit;
    room.bubble.value = null;
    const actions = actor.peek()?.actions ?? [];
    // what is only taken by its name was named for the other unit
    const kept = actions.find((one) => one.id === kind.peek() && canDo(one) && !one.by_name);
    choose((kept ?? actions.find(canDo) ?? actions[0])?.id ?? "");
    open();
  }

  function commit(): void {
    if (spent) finish();
    else part.peek()?.hand.commit();
  }

  function finish(): void {
    const choice = actor.peek()?.finish;
    if (choice) give(choice, spent);
  }

  function nextUnit(by: 1 | -1): boolean {
    const at = actors.findIndex((one) => one.unit === chosen.peek());
    const to = actors[(at + by + actors.length) % Math.max(1, actors.length)];
    if (!to || to.unit === chosen.peek()) return false;
    turnTo(to.unit);
    return true;
  }

  /** A key for the action in hand; where that is a list, the keys of a way go through it. */
  function pressPart(pressed: Pressed): boolean {
    const now = part.peek();
    const meant = now?.path ? [pressed.action] : (IN_A_LIST[pressed.action] ?? [pressed.action]);
    return meant.some((one) => now?.hand.press({ ...pressed, action: one }) ?? false);
  }

  /** The action a verb means; pressed again, the next one of the same verb, such as another gun. */
  function name(acts: readonly string[]): boolean {
    const meant = (actor.peek()?.actions ?? []).filter((one) => acts.includes(one.id));
    const able = meant.some(canDo) ? meant.filter(canDo) : meant;
    const at = able.findIndex((one) => one.id === kind.peek());
    const next = able[(at + 1) % Math.max(1, able.length)];
    if (next) choose(next.id);
    return next !== undefined;
  }

  function press(pressed: Pressed): boolean {
    const { action: key, digit } = pressed;
    const numbered = underDigit(actors, (one) => one.unit, digit);
    if (key === "commit") commit();
    else if (key === "none" && actor.peek()?.finish) finish();
    else if (key === "verb") return name(pressed.acts ?? []);
    else if (key === "next" || key === "previous") return nextUnit(key === "next" ? 1 : -1) || pressPart(pressed);
    else if (key === "number" && part.peek()?.path && numbered) turnTo(numbered.unit);
    else return pressPart(pressed);
    return true;
  }

  function adopt(answer: Answer): boolean {
    const found = actionIn(offer, answer);
    if (!found) return false;
    if (found.unit !== chosen.peek()) turnTo(found.unit);
    choose(found.action);
    return part.peek()?.hand.adopt?.(answer) ?? false;
  }

  /** Why an action is not open, said where the thing stands that was touched. */
  function sayWhy(closed: Action, thing: string): void {
    const [why, spot] = [whyClosed(closed, thing), spotOf(room, thing)];
    sound("refuse");
    if (why && spot) room.bubble.value = { x: spot[0], y: spot[1], text: why.sentence, clause: why.clause };
  }

  function pick(intent: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    const thing = intent.unit ?? intent.piece ?? "";
    const covered = part.peek()?.hand.covers?.(intent.x, intent.y) ?? false;
    if (!covered && isActor(intent.unit) && intent.unit !== chosen.peek()) {
      turnTo(intent.unit);
      return;
    }
    const now = action.peek();
    // the unit in hand is what every action is about: touching it chooses none of them
    const other = thing !== "" && thing !== chosen.peek() && !covered && !(now && isAbout(now, thing));
    const known = other ? meantBy(actor.peek()?.actions ?? [], thing) : undefined;
    if (known) choose(known.id);
    if (known?.closed) sayWhy(known, thing);
    const meant =
      covered || thing === "" || thing === chosen.peek() || (action.peek() && isAbout(action.peek() as Action, thing));
    if (meant) part.peek()?.hand.intent(intent);
    else if (intent.unit) room.selected.value = intent.unit;
  }

  /** A unit that is dragged moves, whatever was in hand. */
  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    const { unit, part: grip } = intent.from;
    if (unit && !isActor(unit)) return;
    if (intent.phase === "start" && grip !== "ground") {
      if (unit && unit !== chosen.peek()) turnTo(unit);
      const way = actor.peek()?.actions.find((one) => one.offer?.offer === "path" && canDo(one));
      if (way && !part.peek()?.path) choose(way.id);
    }
    part.peek()?.hand.intent(intent);
  }

  const unlit = effect(() => {
    room.lit.value = part.value?.range?.value ?? "";
  });

  // who has just done all it can leaves the hand to one that can do something
  const able = actors.filter((one) => one.actions.some(canDo));
  const among = able.length > 0 ? able : actors;
  const known = [room.selected.peek(), last.get(seat)].find((unit) => among.some((one) => one.unit === unit));
  turnTo(known ?? among[0]?.unit ?? "");
  const opening = [chosen.peek(), kind.peek()];

  return {
    draft() {
      const inside = part.value?.hand.draft?.() ?? null;
      const isOpening = chosen.value === opening[0] && kind.value === opening[1];
      return inside || !isOpening ? { unit: chosen.value, action: kind.value, inside } : null;
    },
    resume({ unit, action: wanted, inside }) {
      const known = actors.find((one) => one.unit === unit);
      if (!known?.actions.some((one) => one.id === wanted)) return;
      if (known.unit !== chosen.peek()) turnTo(known.unit);
      choose(String(wanted));
      if (inside) part.peek()?.hand.resume?.(inside as Draft);
    },
    ...{ offer, actor, action, part, spent, choose, turnTo, commit, finish, press, adopt },
    asking: give.asking,
    ready: computed(() => spent || (part.value?.hand.ready.value ?? false)),
    dragging: computed(() => part.value?.hand.dragging?.value ?? false),
    marks: () => [
      { kind: "acting", units: actors.map((one) => one.unit) },
      { kind: "select", unit: chosen.value },
      ...(part.value?.hand.marks() ?? []),
    ],
    dress: () => part.value?.hand.dress?.() ?? NUMBERED,
    intent(intent) {
      if (intent.kind === "pick") pick(intent);
      else if (intent.kind === "drag") drag(intent);
    },
    caution: () => part.value?.hand.caution?.() ?? "",
    undoes: () => part.value?.hand.undoes?.() ?? "",
    remark: (unit) => actors.find((one) => one.unit === unit)?.remark ?? "",
    about: () => part.value?.hand.about() ?? [],
    close() {
      unlit();
      for (const one of made.values()) one?.hand.close?.();
    },
  };
}
