// The hand of a unit's turn: it walks, attacks, scavenges or holds fire, one action at a time, or ends its turn.
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark, Point } from "../../board";
import { settings, toast } from "../../kit";
import type { AimFace, Asked } from "../../protocol";
import { type ActOffer, type Actor, actOffer, type Kind } from "../act_offers";
import { keyFor, type Pressed } from "../keys";
import { placeOf, pointsOf } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { sideOf } from "../scene";
import { sound } from "../sounds";
import { actMarks } from "./act_marks";
import { bestOf } from "./fire_hand";
import { createStrideHand, type StrideHand } from "./stride_hand";

/** Something that can be taken off, mounted or noted: what it is called and the answer it stands for. */
export type Line = { id: string; title: string; text: string; clause: string; answer: Record<string, unknown> };

export interface ActHand extends Hand {
  readonly offer: ActOffer;
  readonly kind: Signal<Kind>;
  readonly actor: ReadonlySignal<Actor | null>;
  readonly stride: StrideHand;
  readonly target: Signal<string>;
  readonly location: Signal<string>;
  /** the attack in hand, at the location named */
  readonly aim: ReadonlySignal<AimFace | null>;
  /** what a Scavenge action may do, or what may be noted */
  readonly lines: ReadonlySignal<Line[]>;
  readonly marked: Signal<number>;
  /** fire at the first that enters, without being asked */
  readonly atOnce: Signal<boolean>;
  /** nothing is left but to end the turn */
  readonly spent: ReadonlySignal<boolean>;
  readonly ready: ReadonlySignal<boolean>;
  choose(kind: Kind): void;
  turnTo(unit: string): void;
  aimAt(target: string): void;
  name(location: string): void;
  commit(): void;
  endTurn(): void;
}

const KINDS: readonly Kind[] = ["move", "attack", "scavenge", "hold"];
const spaced = (word: string): string => word.replaceAll("_", " ");

function scavengeLines(actor: Actor, clauses: Record<string, string>): Line[] {
  const mounts = actor.mount.flatMap((one) =>
    one.take.map((take) => ({
      id: `mount-${one.part}-${take}`,
      title: `Mount ${one.what}`,
      text: take === "all" ? "with the dice it still has" : `only the ${take}`,
      clause: clauses.mount ?? "",
      answer: { answer: "mount", unit: actor.unit, part: one.part, take },
    })),
  );
  const detaches = actor.detach.map((slot) => ({
    id: `detach-${slot}`,
    title: `Take off the ${spaced(slot)}`,
    text: slot.endsWith("shoulder") ? "with the arm that hangs on it" : "it lies beside you, with its dice",
    clause: clauses.detach ?? "",
    answer: { answer: "detach", unit: actor.unit, slot },
  }));
  return [...mounts, ...detaches];
}

function holdLines(actor: Actor, clauses: Record<string, string>, orders: string): Line[] {
  return actor.hold.map(({ range, arc }) => ({
    id: `hold-${range}-${arc}`,
    title: `${range} range, ${arc} arc`,
    text: "fires at an enemy that newly enters it",
    clause: clauses.hold ?? "",
    answer: { answer: "hold_fire", unit: actor.unit, range, arc, orders },
  }));
}

/** Whether a unit can do anything of a kind now. */
export function canDo(actor: Actor, kind: Kind): boolean {
  if (kind === "move") return actor.movement > 0;
  if (kind === "attack") return actor.targets.some((aim) => aim.refusal === null);
  if (kind === "scavenge") return actor.detach.length + actor.mount.length > 0;
  return actor.hold.length > 0;
}

export function createActHand(room: Room, asked: Asked): ActHand {
  const offer = actOffer(asked);
  const side = sideOf(asked.seat);
  const chosen = signal("");
  const kind = signal<Kind>("move");
  const target = signal("");
  const location = signal("");
  const named = signal<{ key: string; aim: AimFace } | null>(null);
  const marked = signal(0);
  const atOnce = signal(false);
  let warned = "";

  const actor = computed(() => offer.units.find((one) => one.unit === chosen.value) ?? null);
  const stride = createStrideHand(room, actor, offer.rates);
  const keyNow = (): string => `${chosen.value} ${target.value} ${location.value}`;
  const plainAim = computed(() => actor.value?.targets.find((one) => one.target === target.value) ?? null);
  const aim = computed(() => (location.value && named.value?.key === keyNow() ? named.value.aim : plainAim.value));
  const lines = computed((): Line[] => {
    if (!actor.value) return [];
    if (kind.value === "scavenge") return scavengeLines(actor.value, offer.clauses);
    return kind.value === "hold" ? holdLines(actor.value, offer.clauses, atOnce.value ? "fire" : "ask") : [];
  });
  const spent = computed(() => offer.units.every((one) => KINDS.every((each) => !canDo(one, each))));
  const ready = computed(() => {
    if (kind.value === "move") return stride.strides.value.length > 0;
    if (kind.value === "attack") return aim.value !== null && aim.value.refusal === null;
    return lines.value[marked.value] !== undefined;
  });

  const ask = newestOnly(
    (about: { unit: string; target: string; location: string }) => room.preview("aim", about),
    (told, about) => {
      if (!wasHeard(told) || isRefusal(told)) return;
      named.value = { key: `${about.unit} ${about.target} ${about.location}`, aim: told as AimFace };
    },
  );

  function choose(next: Kind): void {
    // Enter on the button of the kind in hand, or a second tap on it, must not lose what was chosen there.
    if (next === kind.peek()) return;
    kind.value = next;
    marked.value = 0;
    location.value = "";
    room.bubble.value = null;
    if (next !== "move" && stride.strides.peek().length > 0) stride.clear();
  }

  function turnTo(unit: string): void {
    if (stride.strides.peek().length > 0) stride.clear();
    chosen.value = unit;
    room.selected.value = unit;
    target.value = bestOf(actor.peek()?.targets ?? []) || (actor.peek()?.targets[0]?.target ?? "");
    const next = KINDS.find((each) => actor.peek() && canDo(actor.peek() as Actor, each));
    marked.value = 0;
    location.value = "";
    room.bubble.value = null;
    choose(actor.peek() && canDo(actor.peek() as Actor, kind.peek()) ? kind.peek() : (next ?? "move"));
  }

  function aimAt(unit: string): void {
    target.value = unit;
    location.value = "";
    room.bubble.value = null;
  }

  function name(part: string): void {
    location.value = part;
    if (part) ask({ unit: chosen.peek(), target: target.peek(), location: part });
  }

  function refuse(given: AimFace): void {
    const pose = room.units.peek().get(given.target)?.pose;
    sound("refuse");
    if (given.refusal && pose)
      room.bubble.value = {
        x: pose.x / 1e6,
        y: pose.y / 1e6,
        text: given.refusal.sentence,
        clause: given.refusal.clause,
      };
  }

  /** The answer the yellow button stands for, or why there is none. */
  function answerNow(): Record<string, unknown> | null {
    const unit = chosen.peek();
    if (kind.peek() === "move") {
      if (stride.strides.peek().length > 0) return { answer: "move", unit, steps: stride.strides.peek() };
      toast(`Draw a leg first: drag the unit or press an arrow key. ${keyFor("none")} ends its turn.`);
      return null;
    }
    if (kind.peek() === "attack") {
      const given = aim.peek();
      if (!given || given.refusal) {
        if (given) refuse(given);
        return null;
      }
      sound("declare");
      return { answer: "attack", unit, target: given.target, location: location.peek() };
    }
    return lines.peek()[marked.peek()]?.answer ?? null;
  }

  function commit(): void {
    if (spent.peek()) {
      endTurn();
      return;
    }
    const answer = answerNow();
    if (!answer) return;
    room.bubble.value = null;
    room.answer(answer);
  }

  /** Ends the turn; with actions left the first press only warns. */
  function endTurn(): void {
    const unit = chosen.peek();
    const left = actor.peek();
    const careful = settings.confirm.peek() === "all" && left && left.actions === 0 && !spent.peek();
    if (careful && warned !== unit) {
      warned = unit;
      toast("No action taken yet. Once more ends the turn.");
      return;
    }
    room.answer({ answer: "end_turn", unit });
  }

  function step(by: 1 | -1): void {
    if (kind.peek() === "attack") {
      const all = actor.peek()?.targets ?? [];
      const at = all.findIndex((one) => one.target === target.peek());
      const to = all[(at + by + all.length) % Math.max(1, all.length)];
      if (to) aimAt(to.target);
    } else if (kind.peek() !== "move") {
      const count = Math.max(1, lines.peek().length);
      marked.value = (marked.peek() + by + count) % count;
    }
  }

  function nextUnit(by: 1 | -1): void {
    const at = offer.units.findIndex((one) => one.unit === chosen.peek());
    const to = offer.units[(at + by + offer.units.length) % Math.max(1, offer.units.length)];
    if (to && to.unit !== chosen.peek()) turnTo(to.unit);
    else step(by);
  }

  function number(digit: number): boolean {
    if (kind.peek() === "attack") {
      const one = actor.peek()?.targets[digit - 1];
      if (one) aimAt(one.target);
      return one !== undefined;
    }
    if (kind.peek() === "move") {
      const one = offer.units[digit - 1];
      if (one) turnTo(one.unit);
      return one !== undefined;
    }
    if (lines.peek()[digit - 1] === undefined) return false;
    marked.value = digit - 1;
    return true;
  }

  function press(pressed: Pressed): boolean {
    const { action, digit } = pressed;
    if (action === "commit") commit();
    else if (action === "none") endTurn();
    else if (action === "act_move") choose("move");
    else if (action === "act_attack") choose("attack");
    else if (action === "act_scavenge") choose("scavenge");
    else if (action === "act_hold") choose("hold");
    else if (action === "number") return number(digit);
    else if (action === "next") nextUnit(1);
    else if (action === "previous") nextUnit(-1);
    else if (kind.peek() === "move") return stride.press(pressed);
    else if (action === "forward" || action === "left") step(-1);
    else if (action === "reverse" || action === "right") step(1);
    else return false;
    return true;
  }

  function pick({ unit, piece }: Extract<Intent, { kind: "pick" }>): void {
    room.bubble.value = null;
    if (unit && offer.units.some((one) => one.unit === unit)) {
      if (unit !== chosen.peek()) turnTo(unit);
    } else if (unit && actor.peek()?.targets.some((one) => one.target === unit)) {
      choose("attack");
      aimAt(unit);
    } else if (piece && actor.peek()?.mount.some((one) => one.part === piece)) {
      choose("scavenge");
      marked.value = Math.max(
        0,
        lines.peek().findIndex((line) => line.answer.part === piece),
      );
    } else if (unit) room.selected.value = unit;
  }

  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    const { unit, part } = intent.from;
    const mine = !unit || offer.units.some((one) => one.unit === unit);
    if (intent.phase === "start" && mine && part !== "ground") {
      if (unit && unit !== chosen.peek()) turnTo(unit);
      if (kind.peek() !== "move" && actor.peek() && canDo(actor.peek() as Actor, "move")) choose("move");
    }
    if (kind.peek() === "move" && mine) stride.drag(intent);
  }

  const unlit = effect(() => {
    room.lit.value = kind.value === "attack" ? (aim.value?.range ?? "") : "";
  });

  const hand: ActHand = {
    close: unlit,
    offer,
    kind,
    actor,
    stride,
    target,
    location,
    aim,
    lines,
    marked,
    atOnce,
    spent,
    ready,
    choose,
    turnTo,
    aimAt,
    name,
    commit,
    endTurn,
    press,
    dragging: stride.dragging,
    marks: (): Mark[] => actMarks(room, hand, side),
    intent(intent) {
      if (intent.kind === "pick") pick(intent);
      else if (intent.kind === "drag") drag(intent);
    },
    undoes: () => (kind.value === "move" && stride.strides.value.length > 0 ? "the last leg" : ""),
    remark(unit) {
      const one = offer.units.find((each) => each.unit === unit);
      return one ? `${one.actions} of ${one.most} actions used` : "";
    },
    about(): Point[] {
      const pose = kind.value === "attack" && room.units.value.get(target.value)?.pose;
      return pointsOf(stride.stand.value, stride.dragging.value ? null : stride.end.value, pose ? placeOf(pose) : null);
    },
  };
  const first = offer.units.find((one) => one.unit === room.selected.peek()) ?? offer.units[0];
  turnTo(first?.unit ?? "");
  return hand;
}
