// The hand that puts units and pieces on the table: a tray, a ghost in the zone, turned and set down.
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { BoardPiece, BoardUnit, Intent, Mark, Place, Point } from "../../board";
import { pairs } from "../../board/ground/flats";
import { isRefusal, percent, settings, toast } from "../../kit";
import type { Choice, PlaceFace, Place as PlaceOffer, Refusal, Thing } from "../../protocol";
import { type Answer, isBegunBy, numberIn } from "../answers";
import { underDigit } from "../digits";
import { keeping } from "../drafts";
import type { Pressed } from "../keys";
import { suggestionsOf } from "../offers";
import { sound } from "../playback/sounds";
import { type GivingHand, type Room, wasHeard } from "../room";
import { heldUnit, NUMBERED, sideOf } from "../scene";
import { atEdge } from "../ways/field";
import { fromGrain, middleOf, outlineOf, snapped } from "../ways/measure";
import { newestOnly } from "../ways/newest";
import { lengthWords } from "../words";

export interface PlaceHand extends GivingHand {
  readonly offer: PlaceOffer;
  readonly chosen: Signal<string>;
  readonly place: Signal<Place | null>;
  readonly tried: ReadonlySignal<PlaceFace | null>;
  readonly refused: ReadonlySignal<Refusal | null>;
  choose(id: string): void;
  turn(degrees: number): void;
  /** holds a thing of the tray over a point of the window, until it is let go */
  carry(id: string, at: Point, done: boolean): void;
  forMe(): Promise<void>;
  /** does something else than setting a thing down */
  instead(choice: Choice): void;
  /** sets down everything that waits, one question after the other */
  allForMe(): void;
}

/** Whoever has asked to have all set down, by match and seat: what is asked next of the kind is answered as well. */
const all = new Set<string>();

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** A piece is of a sort of terrain; a unit looks as its card says. */
export const isPiece = (thing: Thing | undefined): boolean => (thing?.kind ?? "") !== "";

/** It is no body but a circle that lies over everything. */
export const isCircle = (thing: Thing | undefined): boolean => (thing?.spread ?? 0) > 0;

export function createPlaceHand(room: Room, seat: number, offer: PlaceOffer): PlaceHand {
  const side = sideOf(seat);
  const { things } = offer;
  const zone = outlineOf(offer.zone);
  const face = room.face.peek();
  const chosen = signal(things[0]?.id ?? "");
  const place = signal<Place | null>(null);
  const answer = signal<{ key: string; face: PlaceFace | null; refusal: Refusal | null } | null>(null);
  const dragging = signal(false);
  let grip: { base: Place; x: number; y: number; swing: boolean } | null = null;

  const keyOf = (at: Place | null): string => JSON.stringify([chosen.value, at]);
  const current = computed(() => (answer.value?.key === keyOf(place.value) ? answer.value : null));
  const thing = (): Thing | undefined => things.find((one) => one.id === chosen.value);
  const answerAt = (at: Place): Record<string, unknown> => ({ ...thing()?.answer, ...at });

  const ask = newestOnly(
    ({ order }: { order: Record<string, unknown>; key: string }) => room.preview("place", order),
    (told, { key }) => {
      if (!wasHeard(told)) return;
      if (isRefusal(told)) answer.value = { key, face: null, refusal: told };
      else answer.value = { key, face: told as PlaceFace, refusal: (told as PlaceFace).refusal };
    },
  );

  function put(to: Place | null): void {
    const at = to && face && offer.edge ? atEdge(face, chosen.peek(), offer.edge, pairs(zone), to) : to;
    place.value = at;
    room.bubble.value = null;
    if (at) ask({ order: answerAt(at), key: keyOf(at) });
  }

  const snap = (value: number): number => snapped(value, settings.snapInches.peek());
  const stand = (x: number, y: number): Place => ({
    x: snap(x),
    y: snap(y),
    heading: place.peek()?.heading ?? thing()?.heading ?? 0,
  });

  function start(): Place {
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
    if (isCircle(thing())) return;
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
    room.answer(answerAt(at));
  }

  const mine = `${room.match} ${seat}`;

  function allForMe(): void {
    all.add(mine);
    void forMe();
  }

  function instead(choice: Choice): void {
    room.answer(choice.answer as Answer);
  }

  async function forMe(): Promise<void> {
    const told = await room.preview("suggest", { n: 20 });
    if (!wasHeard(told)) return;
    const begun = (one: Thing | undefined): [string, unknown][] => Object.entries(one?.answer ?? {});
    const suggested = suggestionsOf(told);
    const fitting = (one: Thing | undefined) =>
      suggested.find(({ answer }) => begun(one).every(([field, value]) => answer[field] === value));
    // what waits may have to be placed otherwise than it can be from here on
    const first = JSON.stringify(suggested[0]?.answer);
    const other = offer.also?.find(({ answer }) => JSON.stringify(answer) === first);
    if (other) return instead(other);
    const best = fitting(thing()) ?? things.map(fitting).find((one) => one !== undefined);
    // the last one of all: whoever is asked to place something later on is asked again
    if (things.length <= 1 || !best) all.delete(mine);
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

  /** A unit in the hand; one of several figures in its ranks. */
  function heldUnits(at: Place): BoardUnit[] {
    if (!face) return [];
    const whole = heldUnit(chosen.value, seat, face, at);
    const figures = room.units.value.get(chosen.value)?.figures ?? [];
    const [c, s] = [Math.cos((at.heading * Math.PI) / 180), Math.sin((at.heading * Math.PI) / 180)];
    const ranks = (thing()?.spots ?? []).map(([ahead, left], i): BoardUnit => {
      const place = { ...at, x: at.x + ahead * c - left * s, y: at.y + ahead * s + left * c };
      const model = face.cards[figures[i]?.card ?? ""]?.model ?? whole.model;
      return { ...whole, model, place, ...(i > 0 ? { id: `${whole.id}/${i + 1}`, of: whole.id } : {}) };
    });
    return ranks.length > 0 ? ranks : [whole];
  }

  function heldPieces(at: Place): BoardPiece[] {
    const piece = thing();
    if (!piece) return [];
    const model = face?.features[piece.kind]?.model ?? "generic";
    return [{ id: "held", model, place: at, length: fromGrain(piece.length), width: fromGrain(piece.width) }];
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
        const one = underDigit(things, ({ id }) => id, digit);
        if (one) choose(one.id);
        return one !== undefined;
      }
      case "next":
      case "previous": {
        const at = things.findIndex((one) => one.id === chosen.peek());
        const to = things[(at + (action === "next" ? 1 : -1) + things.length) % Math.max(1, things.length)];
        if (to) choose(to.id);
        return true;
      }
      default:
        return false;
    }
  }

  function adopt(answer: Answer): boolean {
    const one = things.find((each) => isBegunBy(each.answer, answer));
    if (!one || !("x" in answer)) return false;
    chosen.value = one.id;
    put({ x: numberIn(answer, "x"), y: numberIn(answer, "y"), heading: numberIn(answer, "heading") });
    return true;
  }

  /** The circle with its middle, and at everybody in it how likely it is the end of him. */
  function circleMarks(at: Place, spread: number): Mark[] {
    const caught = current.value?.face?.caught ?? [];
    const tone = current.value?.refusal ? ("none" as const) : ("ask" as const);
    return [
      { kind: "arc", place: at, degrees: 360, reach: spread, label: lengthWords(spread, face?.ruler ?? "") },
      { kind: "spot", x: at.x, y: at.y, strong: true, r: spread / 12 },
      ...caught.map(({ unit, need, odds }): Mark => ({ kind: "tag", unit, text: need, detail: percent(odds), tone })),
    ];
  }

  if (all.has(mine)) void forMe();
  return {
    ...keeping({ chosen, place }, () => put(place.peek())),
    adopt,
    allForMe,
    offer,
    chosen,
    place,
    choose,
    turn,
    carry,
    commit,
    forMe,
    instead,
    press,
    dragging,
    tried: computed(() => current.value?.face ?? null),
    refused: computed(() => current.value?.refusal ?? null),
    ready: computed(() => place.value !== null && (current.value?.refusal ?? null) === null),
    words: signal("Place here"),
    intent(intent) {
      if (intent.kind === "pick") put(stand(intent.x, intent.y));
      else if (intent.kind === "drag") drag(intent);
    },
    marks() {
      const drawn: Mark[] = [];
      // its name may stand there already
      const isNamed = room.store.view.value?.situation.zones.some((one) => one.seat === seat) ?? false;
      const label = offer.edge ? "Your edge" : isPiece(thing()) ? "It goes here" : isNamed ? "" : "Your zone";
      // a circle goes anywhere on the table: that needs no frame
      if (isCircle(thing())) return place.value ? circleMarks(place.value, thing()?.spread ?? 0) : [];
      if (zone.length >= 6) drawn.push({ kind: "zone", outline: zone, side, label, strong: true });
      const at = place.value;
      if (at && !isPiece(thing())) {
        drawn.push({ kind: "select", unit: chosen.value });
        drawn.push({ kind: "ring", unit: chosen.value, side, place: at });
      }
      return drawn;
    },
    dress() {
      const at = place.value;
      // whom a circle catches is told by name
      if (isCircle(thing())) return NUMBERED;
      if (!at || !face) return {};
      if (!isPiece(thing())) return { held: { units: heldUnits(at), pieces: [] } };
      return { held: { units: [], pieces: heldPieces(at) } };
    },
    about: () => pairs(zone),
  };
}
