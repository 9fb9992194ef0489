// The hand that names targets: one shot at once, or a plan unit by unit, every shot to be changed until it is locked.
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Intent, Mark } from "../../board";
import { isRefusal } from "../../kit";
import type { AimFace, Aims, PlanFace } from "../../protocol";
import { type Answer, listIn, textIn } from "../answers";
import { underDigit } from "../digits";
import { keeping } from "../drafts";
import { soughtPieces } from "../goals";
import type { Pressed } from "../keys";
import { sound } from "../playback/sounds";
import { type GivingHand, type Room, wasHeard } from "../room";
import { type Dress, NUMBERED, sideOf } from "../scene";
import { newestOnly } from "../ways/newest";
import { rimMarks } from "../ways/reaches";
import { lengthWords, withOdds } from "../words";
import { attackMarks, bandsOf, coneMark, litBy, sectionMarks, spotterMarks } from "./aim_marks";
import { createGiver, spotOf } from "./giving";
import { createLines, type Lines } from "./sight_lines";

export type Shot = { unit: string; target: string; lead?: string };

export interface FireHand extends GivingHand {
  readonly offer: Aims;
  /** target by unit; "" means no shot, absent means not declared yet */
  readonly plan: Signal<ReadonlyMap<string, string>>;
  readonly current: Signal<string>;
  readonly marked: Signal<string>;
  /** units of the plan with whose attack on the same target the one in hand may go, and the one it goes with */
  readonly leads: ReadonlySignal<string[]>;
  readonly lead: ReadonlySignal<string>;
  /** the part of the target that is aimed at; "" for all of it */
  readonly location: Signal<string>;
  /** sections named beside the target, for an attack that takes several; none: those next to it */
  readonly run: ReadonlySignal<ReadonlySet<string>>;
  /** the aim in hand, at the part that is named */
  readonly aim: ReadonlySignal<AimFace | null>;
  /** units and what the goal is about first, then terrain: most people shoot at those most of the time */
  readonly aims: ReadonlySignal<AimFace[]>;
  readonly enemies: ReadonlySignal<AimFace[]>;
  readonly terrain: ReadonlySignal<AimFace[]>;
  /** the rays to the target in hand, where the game has them */
  readonly lines: Lines;
  /** what the plan is worth, as soon as the server has said it of this very plan */
  readonly odds: ReadonlySignal<PlanFace | null>;
  /** all units of a plan have been gone through: what is left is to lock */
  readonly complete: ReadonlySignal<boolean>;
  turnTo(unit: string): void;
  mark(target: string): void;
  name(location: string): void;
  section(id: string): void;
  join(lead: string): void;
  /** with whom a unit of the plan attacks; "" for nobody */
  leadOf(unit: string): string;
  pass(): void;
}

/** What can be shot at before what cannot, else as the game has them. */
const openFirst = (aims: readonly AimFace[]): AimFace[] =>
  [...aims].sort((one, other) => Number(one.refusal !== null) - Number(other.refusal !== null));

/** Whether units it takes for an attack are planned to do something else. */
const isForsaken = ({ needs, target }: AimFace, plan: ReadonlyMap<string, string>): boolean =>
  (needs ?? []).some((one) => (plan.get(one) ?? target) !== target);

/** A roll that no dice can make, alone: it may be named, but nobody is advised to. */
const isHopeless = ({ odds, ways, joins }: AimFace): boolean => odds === 0 && ways !== null && joins.length === 0;

/** The target worth looking at first: the best odds of those that may be named. */
export function bestOf(aims: readonly AimFace[]): string {
  const able = aims.filter((aim) => aim.refusal === null && !isHopeless(aim));
  return (
    able.reduce<AimFace | null>((best, aim) => (best === null || aim.odds > best.odds ? aim : best), null)?.target ?? ""
  );
}

/** `isPart`: another question shows who acts, and ends it. */
export function createFireHand(room: Room, seat: number, offer: Aims, isPart = false): FireHand {
  const side = sideOf(seat);
  const { shooters } = offer;
  const plan = signal<ReadonlyMap<string, string>>(new Map());
  const current = signal("");
  const marked = signal("");
  const joined = signal<ReadonlyMap<string, string>>(new Map());
  const location = signal("");
  const run = signal<ReadonlySet<string>>(new Set());
  const named = signal<{ key: string; aim: AimFace } | null>(null);
  const told = signal<{ key: string; face: PlanFace } | null>(null);
  const give = createGiver(room);
  const lines = createLines(room, offer.lines === true);
  // what a goal says to destroy is a target as enemies are
  const sought = computed(() => soughtPieces(room.store.view.value));
  const isFoe = (one: AimFace): boolean => room.units.value.has(one.target) || sought.value.has(one.target);
  const all = computed(() => openFirst(shooters.find((one) => one.unit === current.value)?.aims ?? []));
  const enemies = computed(() => all.value.filter(isFoe));
  const terrain = computed(() => all.value.filter((one) => !isFoe(one)));
  const aims = computed(() => [...enemies.value, ...terrain.value]);
  const keyNow = (): string => `${current.value} ${marked.value} ${location.value}`;
  const aim = computed(() => {
    if (location.value && named.value?.key === keyNow()) return named.value.aim;
    return aims.value.find((one) => one.target === marked.value) ?? null;
  });
  const complete = computed(() => offer.plan && current.value === "");
  const idle = shooters.filter((one) =>
    one.aims.every((each) => !isFoe(each) || each.refusal !== null || isHopeless(each)),
  );
  const isPassedOver = (unit: string): boolean => plan.value.get(unit) === "" && idle.some((one) => one.unit === unit);
  const planned = (shots: readonly Shot[]) => ({ ...offer.answer, [offer.into]: shots });

  const askPlan = newestOnly(
    (shots: Shot[]) => room.preview("plan", planned(shots)),
    (heard, about) => {
      if (wasHeard(heard) && !isRefusal(heard)) told.value = { key: JSON.stringify(about), face: heard as PlanFace };
    },
  );
  const askPart = newestOnly(
    (about: { unit: string; target: string; location: string }) => room.preview("aim", about),
    (heard, about) => {
      if (!wasHeard(heard) || isRefusal(heard)) return;
      named.value = { key: `${about.unit} ${about.target} ${about.location}`, aim: heard as AimFace };
    },
  );

  const targetOf = (unit: string): string => (unit === current.value ? marked.value : plan.value.get(unit)) ?? "";

  /** A unit goes with another as long as that one leads an attack on the same target. */
  function leadOf(unit: string): string {
    const other = joined.value.get(unit) ?? "";
    return other !== "" && targetOf(other) === targetOf(unit) && !joined.value.has(other) ? other : "";
  }

  const lead = computed(() => leadOf(current.value));
  const leads = computed(() =>
    (aim.value?.joins ?? []).filter((one) => plan.value.get(one) === marked.value && leadOf(one) === ""),
  );

  /** The plan with the marked shot in it: what it would be worth. */
  function shots(): Shot[] {
    return shooters.flatMap(({ unit }) => {
      const [target, other] = [targetOf(unit), leadOf(unit)];
      return target ? [{ unit, target, ...(other ? { lead: other } : {}) }] : [];
    });
  }

  const aimAt = (unit: string, target: string): AimFace | undefined =>
    shooters.find((one) => one.unit === unit)?.aims.find((one) => one.target === target);

  /** The unit of the plan with which the one in hand goes at a target because one of them cannot go alone. */
  const partnerAt = ({ unit, target, joins, needs }: AimFace): string =>
    joins.find(
      (one) =>
        plan.peek().get(one) === target &&
        leadOf(one) === "" &&
        [...(needs ?? []), ...(aimAt(one, target)?.needs ?? [])].some((each) => each === one || each === unit),
    ) ?? "";

  /** A shot with the odds that it is needed: who is as good as lost by the plan is no good target any more. */
  function leftOver(aim: AimFace): AimFace {
    const before = [...plan.peek()].filter(([unit, target]) => unit !== aim.unit && target === aim.target);
    // of odds that are not those of a loss nothing follows for the next shot
    const missed = before
      .map(([unit]) => aimAt(unit, aim.target))
      .map((one) => (one?.odds_of ? 1 : 1 - (one?.odds ?? 0)));
    return { ...aim, odds: missed.reduce((all, one) => all * one, aim.odds) };
  }

  /** What is looked at first: what was named, what waits for this unit, the best odds. */
  function firstOf(unit: string): string {
    const able = enemies.peek().filter((one) => one.refusal === null);
    const waits = able.find((one) => aimAt(partnerAt(one), one.target)?.needs?.includes(unit));
    const best = bestOf(able.filter((one) => !isForsaken(one, plan.peek())).map(leftOver));
    const other = offer.plan ? "" : (aims.peek()[0]?.target ?? "");
    return plan.peek().get(unit) || waits?.target || best || other;
  }

  const odds = computed(() => (told.value?.key === JSON.stringify(shots()) ? told.value.face : null));

  function turnTo(unit: string): void {
    current.value = unit;
    if (!isPart) room.selected.value = unit;
    mark(firstOf(unit));
  }

  function mark(target: string): void {
    marked.value = target;
    location.value = "";
    run.value = new Set();
    lines.ask(current.peek(), target);
    joinWhomItNeeds();
    if (offer.plan) askPlan(shots());
  }

  /** Who cannot go alone goes with the other one from the start. */
  function joinWhomItNeeds(): void {
    const partner = aim.peek() && !joined.peek().has(current.peek()) ? partnerAt(aim.peek() as AimFace) : "";
    if (partner) joined.value = new Map([...joined.peek(), [current.peek(), partner]]);
  }

  /** Names a section or takes its name back; the target itself is always among them. */
  function section(id: string): void {
    const next = new Set(run.peek());
    if (!next.delete(id) && id !== marked.peek()) next.add(id);
    run.value = next;
  }

  function name(part: string): void {
    location.value = part;
    if (part) askPart({ unit: current.peek(), target: marked.peek(), location: part });
  }

  function join(other: string): void {
    const next = new Map(joined.peek());
    if (other) next.set(current.peek(), other);
    else next.delete(current.peek());
    joined.value = next;
    askPlan(shots());
  }

  function settle(target: string): void {
    if (current.peek() === "") return;
    plan.value = new Map([...plan.peek(), [current.peek(), target]]);
    turnTo(shooters.find(({ unit }) => !plan.peek().has(unit))?.unit ?? "");
  }

  function refuse({ target, refusal }: AimFace): void {
    const [x, y] = spotOf(room, target) ?? [0, 0];
    sound("refuse");
    if (refusal) room.bubble.value = { x, y, text: refusal.sentence, clause: refusal.clause };
  }

  /** Names the marked target: as the shot, or for this unit of the plan. */
  function declare(): void {
    const given = aim.peek();
    if (!given) pass();
    else if (given.refusal) refuse(given);
    else {
      room.bubble.value = null;
      sound("declare");
      if (offer.plan) settle(given.target);
      else room.answer(shotOf(given.target));
    }
  }

  const shotOf = (target: string): Record<string, unknown> => ({
    ...offer.answer,
    ...(shooters.length > 1 ? { unit: current.peek() } : {}),
    target,
    ...(location.peek() ? { location: location.peek() } : {}),
    ...(run.peek().size > 0 ? { [offer.into]: [target, ...run.peek()] } : {}),
  });

  function pass(): void {
    if (offer.plan) settle("");
    else if (offer.none) give(offer.none);
  }

  function lock(): void {
    room.answer(planned(shots()));
  }

  /** A whole plan, with nobody left to be asked about; or one shot, at the part it names. */
  function adopt(answer: Answer): boolean {
    if (!offer.plan) {
      const unit = textIn(answer, "unit") || current.peek();
      if (!("target" in answer) || !shooters.some((one) => one.unit === unit)) return false;
      turnTo(unit);
      mark(textIn(answer, "target"));
      if (textIn(answer, "location")) name(textIn(answer, "location"));
      return true;
    }
    const named = listIn(answer, offer.into);
    const of = (unit: string) => named.find((one) => one.unit === unit) ?? {};
    plan.value = new Map(shooters.map(({ unit }) => [unit, textIn(of(unit), "target")]));
    joined.value = new Map(named.flatMap((one) => (one.lead ? [[textIn(one, "unit"), textIn(one, "lead")]] : [])));
    turnTo("");
    return true;
  }

  const commit = (): void => (complete.peek() ? lock() : declare());

  function step(by: 1 | -1): boolean {
    const list = aims.peek();
    const at = list.findIndex((one) => one.target === marked.peek());
    const to = list[(at + by + list.length) % Math.max(1, list.length)];
    if (to) mark(to.target);
    return true;
  }

  /** The last unit somebody has named a target for, or none; what was passed over by itself is nobody's deed. */
  const lastNamed = () => shooters.filter(({ unit }) => plan.value.has(unit) && !isPassedOver(unit)).at(-1);

  function takeBack(): boolean {
    const last = lastNamed();
    if (!last) return false;
    plan.value = new Map([...plan.peek()].filter(([unit]) => unit !== last.unit));
    turnTo(last.unit);
    return true;
  }

  function press({ action, digit }: Pressed): boolean {
    if (action === "next") return step(1);
    if (action === "previous") return step(-1);
    if (action === "back") return takeBack();
    if (action === "number") {
      const one = underDigit(aims.peek(), ({ target }) => target, digit);
      if (one) mark(one.target);
      return one !== undefined;
    }
    if (action === "commit") commit();
    else if (action === "none" && (offer.plan || offer.none)) pass();
    else return false;
    return true;
  }

  function intent(given: Intent): void {
    if (given.kind !== "pick") return;
    room.bubble.value = null;
    const thing = given.unit ?? given.piece ?? "";
    if (thing === marked.peek() && lines.tell(given.figure ?? "")) return;
    if (shooters.some(({ unit }) => unit === thing)) turnTo(thing);
    else if (aim.peek()?.sections.includes(thing) && thing !== marked.peek()) section(thing);
    else if (aims.peek().some((one) => one.target === thing)) mark(thing);
  }

  function planMarks(): Mark[] {
    return [...plan.value].flatMap(([unit, target]): Mark[] => {
      const [from, to] = [spotOf(room, unit), spotOf(room, target)];
      return from && to && unit !== current.value ? [{ kind: "shot", from, to, side, state: "planned" }] : [];
    });
  }

  function marks(): Mark[] {
    const shooter = shooters.find((one) => one.unit === current.value);
    const drawn: Mark[] = [...planMarks(), ...bandsOf(room, current.value, side, litBy(aim.value))];
    drawn.push(
      ...(shooter?.cones ?? []).map(coneMark),
      ...rimMarks(shooter?.circles ?? [], room.face.value?.ruler ?? ""),
    );
    if (current.value && !isPart) drawn.push({ kind: "select", unit: current.value });
    const sight = aim.value?.sight;
    const label = lengthWords(aim.value?.distance ?? 0, room.face.value?.ruler ?? "");
    if (sight) drawn.push({ kind: "wedge", eye: sight.eye, side: sight.side, hidden: sight.hidden, label });
    drawn.push(...spotterMarks(room, aim.value, side), ...sectionMarks(room, aim.value, run.value));
    return [...drawn, ...lines.marks(side), ...attackMarks(room, enemies.value, marked.value, side, lines)];
  }

  function dress(): Dress {
    const aimsAt = new Map<string, { x: number; y: number }>();
    for (const [unit, target] of [...plan.value, [current.value, marked.value] as const]) {
      const at = spotOf(room, target);
      if (at) aimsAt.set(unit, { x: at[0], y: at[1] });
    }
    return { ...NUMBERED, aims: aimsAt, marked: marked.value };
  }

  // Units that see no enemy they could hurt need no answer: they are passed over, and can still be turned to, for a shot at terrain.
  if (offer.plan) plan.value = new Map(idle.map((one) => [one.unit, ""]));
  turnTo(shooters.find(({ unit }) => !plan.peek().has(unit))?.unit ?? "");

  /** What follows from what is named: where it is looked from, the rays to it, what it is worth. */
  function lookAgain(): void {
    if (!isPart && current.peek()) room.selected.value = current.peek();
    lines.ask(current.peek(), marked.peek());
    if (offer.plan) askPlan(shots());
    if (location.peek()) name(location.peek());
  }

  return {
    ...keeping({ plan, current, marked, joined, location, run }, lookAgain),
    ...{ offer, plan, current, marked, lead, leads, location, run, aim, aims, enemies, terrain, odds, complete, lines },
    ...{ adopt, turnTo, mark, name, section, join, leadOf, pass, commit, marks, dress, press, intent },
    ready: computed(() => complete.value || aim.value?.refusal === null),
    words: computed(() => {
      if (offer.plan) return complete.value ? offer.give : "Declare this shot";
      return withOdds(offer.give || "Shoot", aim.value?.refusal === null ? aim.value.odds : 0);
    }),
    undoes: () => (lastNamed() ? `the shot of ${lastNamed()?.unit ?? ""}` : ""),
    about: () =>
      [current.value, marked.value, aim.value?.by ?? ""].map((id) => spotOf(room, id)).filter((one) => one !== null),
    // the band the shot is in shines on record sheets
    close: effect(() => {
      if (!isPart) room.lit.value = aim.value?.range ?? "";
    }),
  };
}
