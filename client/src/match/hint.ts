// A hint: what the server would answer, drawn as a ghost on the board, with its reason; taken into the hand by one press.
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { Mark, Place, Point, Side } from "../board";
import { isRefusal, plural, toast } from "../kit";
import type { HintFace, HintWay, Refusal } from "../protocol";
import { fits } from "./answers";
import { coachingOf } from "./lessons";
import type { Room } from "./room";
import { sideOf } from "./scene";
import { fromGrain, outlineOf, placeOf } from "./ways/measure";
import { aboutMarks, spotOf } from "./widgets/giving";
import { cardOf } from "./words";

export interface HintHand {
  /** what was found, the best first; none while nobody has asked */
  readonly found: ReadonlySignal<readonly HintFace[]>;
  readonly now: ReadonlySignal<HintFace | null>;
  readonly at: ReadonlySignal<number>;
  readonly busy: ReadonlySignal<boolean>;
  /** no hand can hold what is shown, such as the end of a turn: taking it gives it, and its button says so */
  readonly atOnce: ReadonlySignal<boolean>;
  /** shows the best idea; asked again, the next one */
  ask(): Promise<void>;
  /** takes what is shown into the hand, where the yellow button gives it; nothing is sent that was not said before */
  take(): void;
  drop(): boolean;
  marks(): Mark[];
  close(): void;
}

const COUNT = 3;

export function createHint(room: Room): HintHand {
  const found = signal<readonly HintFace[]>([]);
  const at = signal(0);
  const busy = signal(false);
  const now = signal<HintFace | null>(null);
  const atOnce = signal(false);

  const show = (number: number): void => {
    const hint = found.peek()[number] ?? null;
    at.value = number;
    now.value = hint;
    atOnce.value = hint !== null && !fits(room.store.decision.peek()?.offer ?? null, hint.answer);
  };
  const drop = (): boolean => {
    const was = now.peek() !== null;
    found.value = [];
    show(0);
    return was;
  };

  async function ask(): Promise<void> {
    if (busy.peek() || room.store.decision.peek() === null || coachingOf(room) !== null) return;
    if (now.peek()) {
      show((at.peek() + 1) % found.peek().length);
      return;
    }
    const asked = room.store.decision.peek();
    busy.value = true;
    const told = await room.preview("hint", { n: COUNT });
    busy.value = false;
    // the question may have been answered meanwhile
    if (room.store.decision.peek() !== asked) return;
    if (isRefusal(told)) toast((told as Refusal).sentence, (told as Refusal).clause);
    else if (!Array.isArray(told) || told.length === 0) toast("There is nothing worth suggesting now.");
    else {
      found.value = told as HintFace[];
      show(0);
    }
  }

  function take(): void {
    const hint = now.peek();
    const hand = room.opened.peek()?.hand;
    if (!hint || !hand) return;
    if (atOnce.peek()) {
      drop();
      room.answer(hint.answer);
    } else if (hand.adopt?.(hint.answer)) drop();
    // it looked as if the hand could hold it: the button now says what another press does
    else atOnce.value = true;
  }

  // a hint is about one question
  const close = effect(() => {
    const key = JSON.stringify(room.store.decision.value);
    untracked(() => key && drop());
  });

  return {
    ...{ found, now, at, busy, atOnce, ask, take, drop, close },
    marks: () => (now.value ? drawn(room, now.value) : []),
  };
}

function drawn(room: Room, hint: HintFace): Mark[] {
  const side = sideOf(room.store.seat.value);
  const lines = hint.lines.flatMap(({ unit, target, dice }): Mark[] => {
    const [from, to] = [spotOf(room, unit), spotOf(room, target)];
    if (!from || !to) return [];
    const text = dice > 0 ? plural(dice, "die", "dice") : "hint";
    const tag: Mark = { kind: "tag", unit: target, text, tone: "dark" };
    return [{ kind: "shot", from, to, side, state: "current" }, ...(room.units.value.has(target) ? [tag] : [])];
  });
  const area: Mark[] =
    hint.area.length > 0
      ? [{ kind: "zone", outline: outlineOf(hint.area), side, label: "hint", strong: true, centred: true }]
      : [];
  return [
    ...hint.ways.flatMap((way) => wayMarks(room, way, side)),
    ...lines,
    ...area,
    ...aboutMarks(room, hint.about, true),
  ];
}

/** The way with the ghost of who goes it; what stands nowhere yet, as the ground it would take. */
function wayMarks(room: Room, { unit, poses }: HintWay, side: Side): Mark[] {
  const places = poses.map(placeOf);
  const last = places.at(-1);
  if (!last) return [];
  if (places.length === 1) return [{ kind: "swept", outlines: [footprint(room, unit, last)], side }];
  const legs = places.slice(1).map((to, i) => {
    const from = places[i] as Place;
    const turns = Math.hypot(to.x - from.x, to.y - from.y) < 1e-6;
    return {
      from,
      to,
      step: turns ? ("pivot" as const) : ("slide" as const),
      label: i === places.length - 2 ? "hint" : "",
    };
  });
  return [
    { kind: "path", unit, side, legs },
    { kind: "ghost", unit, side, place: last, planned: true },
  ];
}

function footprint(room: Room, unit: string, { x, y, heading }: Place): Point[] {
  const card = room.face.value ? cardOf(room.face.value, unit) : undefined;
  const [l, w] = [fromGrain(card?.length ?? 2e6) / 2, fromGrain(card?.width ?? 2e6) / 2];
  const [c, s] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)];
  const corners: Point[] = [
    [l, w],
    [-l, w],
    [-l, -w],
    [l, -w],
  ];
  return corners.map(([a, b]): Point => [x + a * c - b * s, y + a * s + b * c]);
}
