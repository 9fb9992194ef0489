// The table under the hand: things are touched, dragged, turned and pulled at; all else is the board's own.
import { useEffect, useRef, useState } from "preact/hooks";
import { type Board, createBoard, type Point } from "../../board";
import { askedQuality, inches, isDark, isReduced } from "../../kit";
import { snapped } from "../../match/ways/measure";
import type { GameCard, GoalMark, ScenarioDesk, ZoneFace } from "../../protocol";
import "../as_built";
import { type Path, type Plain, samePath } from "./document";
import { type Handle, handlesOf, marksOf, sceneOf } from "./drawing";
import { cornered, movedTo, sizedTo, type Thing, touched, turnedBy } from "./things";

/** How far from something a pointer still touches it, and how far before a piece its turning knob stands, in pixels. */
const REACH = { mouse: 9, touch: 24 } as const;
const KNOB = 34;
/** A finger that moves less than this has only touched. */
const SLACK = 5;
export const TURN_STEP = 15;

export type Snap = { length: number; degrees: number };

type StageProps = {
  game: GameCard;
  desk: ScenarioDesk;
  document: Plain;
  things: readonly Thing[];
  chosen: Thing | undefined;
  zones: readonly ZoneFace[];
  goals: readonly GoalMark[];
  faulty: ReadonlyMap<string, { sentence: string; clause: string }>;
  snap: Snap;
  camera: "plan" | "scene";
  choose: (path: Path | undefined) => void;
  change: (document: Plain, as: string) => void;
  hold: (board: Board | undefined) => void;
};

type Drag = {
  id: number;
  thing: Thing;
  handle: Handle | undefined;
  /** From the middle of the thing, or from the handle, to where it was taken. */
  off: Point;
  from: Point;
  begun: boolean;
  as: string;
};

/** What the document becomes when the pointer is there. */
function dragged(document: Plain, { thing, handle, off }: Drag, to: Point, snap: Snap): Plain {
  const at: Point = [snapped(to[0] - off[0], snap.length), snapped(to[1] - off[1], snap.length)];
  if (!handle) return movedTo(document, thing, at);
  if (handle.what === "turn") {
    const wanted = (Math.atan2(to[1] - thing.y, to[0] - thing.x) * 180) / Math.PI;
    return turnedBy(document, thing, snapped(wanted, snap.degrees) - thing.heading);
  }
  if (thing.place.shape === "outline") return cornered(document, thing, handle.index, at);
  // about its middle: the corner is pulled in the frame of the piece
  const angle = (-thing.heading * Math.PI) / 180;
  const [dx, dy] = [to[0] - thing.x, to[1] - thing.y];
  const along = Math.abs(dx * Math.cos(angle) - dy * Math.sin(angle)) * 2;
  const across = Math.abs(dx * Math.sin(angle) + dy * Math.cos(angle)) * 2;
  const step = snap.length;
  const least = step || 0.05;
  return sizedTo(document, thing, Math.max(least, snapped(along, step)), Math.max(least, snapped(across, step)));
}

export function Stage(props: StageProps) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board>();
  const now = useRef(props);
  now.current = props;
  const [holding, setHolding] = useState(false);
  const drag = useRef<Drag>();
  const [knob, setKnob] = useState(1);

  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const made = createBoard(place, {
      quality: askedQuality(),
      reducedMotion: isReduced.peek(),
      night: isDark.peek(),
    });
    board.current = made;
    now.current.hold(made);
    made.on((intent) => {
      if (intent.kind === "pick") now.current.choose(undefined);
    });
    const untheme = isDark.subscribe((dark) => made.night(dark));
    return () => {
      untheme();
      now.current.hold(undefined);
      made.dispose();
    };
  }, []);

  /** So many pixels in the ruler, about where the pointer is. */
  const reachOf = (event: PointerEvent, pixels: number): number => {
    const [a, b] = [
      board.current?.at(event.clientX, event.clientY),
      board.current?.at(event.clientX + 64, event.clientY),
    ];
    return a && b ? (Math.hypot(a[0] - b[0], a[1] - b[1]) / 64) * pixels : 0;
  };

  const down = (event: PointerEvent) => {
    const { things, chosen } = now.current;
    if (!board.current || drag.current || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("button, a")) return;
    const at = board.current.at(event.clientX, event.clientY);
    const reach = reachOf(event, event.pointerType === "mouse" ? REACH.mouse : REACH.touch);
    const handles = chosen ? handlesOf(chosen, reachOf(event, KNOB)) : [];
    const handle = handles
      .map((each) => ({ each, away: Math.hypot(each.at[0] - at[0], each.at[1] - at[1]) }))
      .filter(
        ({ away }) => away <= reach && away < Math.hypot(at[0] - (chosen?.x ?? 0), at[1] - (chosen?.y ?? 0)) * 0.6,
      )
      .sort((a, b) => a.away - b.away)[0]?.each;
    // what is in hand is taken again before what lies on it
    const again = chosen && touched([chosen], at, 0);
    const thing = handle ? chosen : (again ?? touched(things, at, reach * 0.6));
    if (!thing) return;
    event.stopPropagation();
    event.preventDefault();
    host.current?.setPointerCapture(event.pointerId);
    host.current?.focus({ preventScroll: true });
    const grip: Point = handle && handle.what !== "turn" ? handle.at : [thing.x, thing.y];
    const off: Point = [at[0] - grip[0], at[1] - grip[1]];
    const as = `drag ${event.pointerId} ${event.timeStamp}`;
    drag.current = { id: event.pointerId, thing, handle, off, from: [event.clientX, event.clientY], begun: false, as };
    if (thing !== chosen) now.current.choose(thing.path);
  };

  const move = (event: PointerEvent) => {
    const held = drag.current;
    if (!held || event.pointerId !== held.id || !board.current) return;
    event.stopPropagation();
    const far = Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]);
    if (!held.begun && far < SLACK) return;
    held.begun = true;
    setHolding(!held.handle);
    const { snap, document, change } = now.current;
    const free = event.shiftKey ? { length: 0, degrees: 0 } : snap;
    change(dragged(document, held, board.current.at(event.clientX, event.clientY), free), held.as);
  };

  const up = (event: PointerEvent) => {
    if (event.pointerId !== drag.current?.id) return;
    event.stopPropagation();
    drag.current = undefined;
    setHolding(false);
  };

  useEffect(() => {
    const place = host.current;
    if (!place) return;
    // before the board hears of it: what is dragged is no view to be moved
    const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
    for (const [name, listen] of Object.entries(heard))
      place.addEventListener(name, listen as EventListener, { capture: true });
    return () => {
      for (const [name, listen] of Object.entries(heard))
        place.removeEventListener(name, listen as EventListener, { capture: true });
    };
  }, []);

  const { game, desk, document, things, chosen, zones, goals, faulty, camera } = props;
  useEffect(() => {
    board.current?.set(sceneOf(game, desk, document, things));
  }, [game, desk, document, things]);
  useEffect(() => {
    board.current?.camera(camera);
  }, [camera]);
  useEffect(() => {
    const box = host.current?.getBoundingClientRect();
    const made = board.current;
    if (!made || !box) return;
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const [a, b] = [made.at(x, y), made.at(x + 64, y)];
    setKnob((Math.hypot(a[0] - b[0], a[1] - b[1]) / 64) * KNOB || 1);
  }, [chosen, camera]);
  useEffect(() => {
    const measure = holding ? (value: number) => said(desk, value) : undefined;
    const shown = chosen && things.find((thing) => samePath(thing.path, chosen.path));
    board.current?.mark(marksOf(game, desk, { things, chosen: shown, zones, goals, faulty, knob, measure }));
  }, [things, chosen, zones, goals, faulty, knob, holding]);

  return (
    <div
      class="e-stage"
      ref={host}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own
      tabIndex={0}
      role="application"
      aria-label="The table: arrow keys move what is chosen, Q and E turn it"
      data-testid="stage"
    />
  );
}

const said = (desk: ScenarioDesk, value: number): string =>
  desk.ruler === "inch" ? inches(value) : `${Math.round(value * 100) / 100} ${desk.ruler}s`;
