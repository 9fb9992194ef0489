// The hand that puts units and pieces on the table: a tray, a ghost in the zone, turned and set down.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { BoardPiece, Intent, Mark, Place, Point } from "../../board";
import { settings, toast } from "../../kit";
import type { Asked, PlaceFace, Refusal } from "../../protocol";
import type { Pressed } from "../keys";
import { middleOf, outlineOf, snapped } from "../measure";
import { newestOnly } from "../newest";
import { isRefusal, type PlaceOffer, placeOffer, suggestionsOf } from "../offers";
import { type Hand, type Room, wasHeard } from "../room";
import { heldUnit, sideOf } from "../scene";
import { sound } from "../sounds";
import { sizeWords } from "../words";

export type Tray = { id: string; title: string; detail: string }[];
export type Piece = PlaceOffer["pieces"][number];

/** What is to be put down and where: a question of its own, or units that come on during another one. */
export type Placing = {
  seat: number;
  tray: Tray;
  /** terrain instead of units */
  pieces?: readonly Piece[];
  /** where it may go, in the game's ruler, for one of the tray */
  zone: (id: string) => number[];
  heading: (id: string) => number;
  label: string;
  /** the preview to ask and the answer to give */
  query: "place" | "lay" | "enter";
  answer: "place" | "lay_piece" | "enter";
  /** moves a place to where it can only be, such as against an edge */
  settle?: (id: string, place: Place) => Place;
};

export interface PlaceHand extends Hand {
  readonly tray: Tray;
  readonly chosen: Signal<string>;
  readonly place: Signal<Place | null>;
  readonly tried: ReadonlySignal<PlaceFace | null>;
  readonly refused: ReadonlySignal<Refusal | null>;
  choose(id: string): void;
  turn(degrees: number): void;
  /** holds a thing of the tray over a point of the window, until it is let go */
  carry(id: string, at: Point, done: boolean): void;
  commit(): void;
  forMe(): Promise<void>;
}

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The hand of a question about placing. */
export function createPlaceHand(room: Room, asked: Asked): PlaceHand {
  const offer = placeOffer(asked);
  const face = room.face.peek();
  const zone = outlineOf(offer.zone);
  const terrain = asked.kind === "place_terrain";
  const titleOf = (id: string): string => face?.cards[face.units[id] ?? ""]?.title ?? id;
  return createPlacing(room, {
    seat: asked.seat,
    tray: terrain
      ? offer.pieces.map((one) => ({
          id: String(one.piece),
          title: face?.features[one.feature]?.title ?? one.feature,
          detail: sizeWords(one.length, one.width, face?.ruler ?? ""),
        }))
      : offer.units.map((id) => ({ id, title: titleOf(id), detail: id })),
    ...(terrain ? { pieces: offer.pieces } : {}),
    zone: () => zone,
    heading: (id) => offer.headings[id] ?? offer.heading,
    label: terrain ? "Terrain goes here" : "Your zone",
    query: terrain ? "lay" : "place",
    answer: terrain ? "lay_piece" : "place",
  });
}

export function createPlacing(room: Room, placing: Placing): PlaceHand {
  const side = sideOf(placing.seat);
  const { tray, pieces } = placing;
  const isTerrain = pieces !== undefined;
  const face = room.face.peek();
  const chosen = signal(tray[0]?.id ?? "");
  const place = signal<Place | null>(null);
  const answer = signal<{ key: string; face: PlaceFace | null; refusal: Refusal | null } | null>(null);
  const dragging = signal(false);
  let grip: { base: Place; x: number; y: number; swing: boolean } | null = null;

  const keyOf = (at: Place | null): string => JSON.stringify([chosen.value, at]);
  const current = computed(() => (answer.value?.key === keyOf(place.value) ? answer.value : null));
  const about = (at: Place): Record<string, unknown> =>
    isTerrain ? { piece: Number(chosen.peek()), ...at } : { unit: chosen.peek(), ...at };

  const ask = newestOnly(
    ({ order }: { order: Record<string, unknown>; key: string }) => room.preview(placing.query, order),
    (told, { key }) => {
      if (!wasHeard(told)) return;
      if (isRefusal(told)) answer.value = { key, face: null, refusal: told };
      else answer.value = { key, face: told as PlaceFace, refusal: (told as PlaceFace).refusal };
    },
  );

  function put(to: Place | null): void {
    const at = to && placing.settle ? placing.settle(chosen.peek(), to) : to;
    place.value = at;
    room.bubble.value = null;
    if (at) ask({ order: about(at), key: keyOf(at) });
  }

  const snap = (value: number): number => snapped(value, settings.snapInches.peek());
  const stand = (x: number, y: number): Place => ({
    x: snap(x),
    y: snap(y),
    heading: place.peek()?.heading ?? placing.heading(chosen.peek()),
  });

  function start(): Place {
    const zone = placing.zone(chosen.peek());
    const [x, y] = zone.length >= 6 ? middleOf(zone) : [0, 0];
    return stand(x, y);
  }

  function choose(id: string): void {
    chosen.value = id;
    if (place.peek()) put(place.peek());
  }

  function carry(id: string, at: Point, done: boolean): void {
    const board = room.board.peek();
    if (!board) return;
    if (chosen.peek() !== id) chosen.value = id;
    const [x, y] = board.at(at[0], at[1]);
    put(stand(x, y));
    dragging.value = !done;
  }

  function turn(degrees: number): void {
    const at = place.peek() ?? start();
    sound("ratchet");
    put({ ...at, heading: turned(at.heading + degrees) });
  }

  function commit(): void {
    const at = place.peek();
    if (!at) {
      toast(`Tap the marked zone first, or press an arrow key.`);
      return;
    }
    const refusal = current.peek()?.refusal;
    if (refusal) {
      sound("refuse");
      room.bubble.value = { x: at.x, y: at.y, text: refusal.sentence, clause: refusal.clause };
      return;
    }
    sound("set_down");
    room.answer({ answer: placing.answer, ...about(at) });
  }

  async function forMe(): Promise<void> {
    const told = await room.preview("suggest", { n: 20 });
    if (!wasHeard(told)) return;
    const fits = suggestionsOf(told).filter((one) => one.answer.answer === placing.answer);
    const best = fits.find((one) => isTerrain || one.answer.unit === chosen.peek()) ?? fits[0];
    if (best) room.answer(best.answer);
    else toast("The server found no place for it. Try one yourself: tap the marked zone.");
  }

  function drag(intent: Extract<Intent, { kind: "drag" }>): void {
    if (intent.phase === "start") {
      const base = place.peek();
      if (!base || intent.from.unit !== chosen.peek()) return;
      grip = { base, x: intent.from.x, y: intent.from.y, swing: intent.from.part === "ring" };
      dragging.value = true;
      return;
    }
    if (!grip) return;
    if (intent.phase === "cancel") put(grip.base);
    else if (grip.swing) {
      const angle = (Math.atan2(intent.y - grip.base.y, intent.x - grip.base.x) * 180) / Math.PI;
      put({ ...grip.base, heading: turned(snapped(angle, intent.free ? 1 : settings.snapDegrees.peek())) });
    } else {
      const to = { x: grip.base.x + intent.x - grip.x, y: grip.base.y + intent.y - grip.y };
      put({ ...grip.base, x: intent.free ? to.x : snap(to.x), y: intent.free ? to.y : snap(to.y) });
    }
    if (intent.phase === "move") return;
    grip = null;
    dragging.value = false;
  }

  function heldPieces(at: Place): BoardPiece[] {
    const piece = pieces?.find((one) => String(one.piece) === chosen.value);
    if (!piece) return [];
    const model = face?.features[piece.feature]?.model ?? "generic";
    return [{ id: "held", model, place: at, length: piece.length, width: piece.width }];
  }

  function slide(along: number, fine: boolean): void {
    const at = place.peek() ?? start();
    const step = (fine ? 0.05 : Math.max(0.25, settings.snapInches.peek())) * along;
    const angle = (at.heading * Math.PI) / 180;
    put({ ...at, x: at.x + step * Math.cos(angle), y: at.y + step * Math.sin(angle) });
  }

  function aside(across: number, fine: boolean): void {
    const at = place.peek() ?? start();
    const step = (fine ? 0.05 : 0.5) * across;
    const angle = ((at.heading + 90) * Math.PI) / 180;
    put({ ...at, x: at.x + step * Math.cos(angle), y: at.y + step * Math.sin(angle) });
  }

  function press({ action, fine, digit }: Pressed): boolean {
    switch (action) {
      case "forward":
        slide(1, fine);
        return true;
      case "reverse":
        slide(-1, fine);
        return true;
      case "left":
        aside(1, fine);
        return true;
      case "right":
        aside(-1, fine);
        return true;
      case "pivot_left":
        turn(15);
        return true;
      case "pivot_right":
        turn(-15);
        return true;
      case "commit":
        commit();
        return true;
      case "drop":
        if (!place.peek()) return false;
        put(null);
        return true;
      case "number": {
        const one = tray[digit - 1];
        if (one) choose(one.id);
        return one !== undefined;
      }
      case "next":
      case "previous": {
        const at = tray.findIndex((one) => one.id === chosen.peek());
        const to = tray[(at + (action === "next" ? 1 : -1) + tray.length) % Math.max(1, tray.length)];
        if (to) choose(to.id);
        return true;
      }
      default:
        return false;
    }
  }

  return {
    tray,
    chosen,
    place,
    choose,
    turn,
    carry,
    commit,
    forMe,
    press,
    dragging,
    tried: computed(() => current.value?.face ?? null),
    refused: computed(() => current.value?.refusal ?? null),
    intent(intent) {
      if (intent.kind === "pick") put(stand(intent.x, intent.y));
      else if (intent.kind === "drag") drag(intent);
    },
    marks() {
      const drawn: Mark[] = [];
      const zone = placing.zone(chosen.value);
      if (zone.length >= 6) drawn.push({ kind: "zone", outline: zone, side, label: placing.label, strong: true });
      const at = place.value;
      if (at && !isTerrain) {
        drawn.push({ kind: "select", unit: chosen.value });
        drawn.push({ kind: "ring", unit: chosen.value, side, place: at });
      }
      return drawn;
    },
    dress() {
      const at = place.value;
      if (!at || !face) return {};
      if (!isTerrain) return { held: { units: [heldUnit(chosen.value, placing.seat, face, at)], pieces: [] } };
      return { held: { units: [], pieces: heldPieces(at) } };
    },
    about() {
      const points: Point[] = [];
      const zone = placing.zone(chosen.value);
      for (let i = 0; i + 1 < zone.length; i += 2) points.push([zone[i] ?? 0, zone[i + 1] ?? 0]);
      return points;
    },
  };
}
