/** Pointers become intents: tap picks, a drag from a unit is reported, a drag from the ground moves the view. */
import type { Hit } from "./hits";
import type { Intent, Point } from "./types";

export type PointerKind = "mouse" | "touch" | "pen";

/** What the gestures need from the board; no picture is needed to test them. */
export type Table = {
  hit(px: number, py: number, pointer: PointerKind): Hit;
  /** What a tap means where units stand on top of each other. */
  cycled(hit: Hit): Hit;
  /** The point of the table under a pixel, in the game's ruler. */
  ground(px: number, py: number): Point;
  tell(intent: Intent): void;
  pan(from: Point, to: Point): void;
  zoomAt(factor: number, px: number, py: number): void;
  turn(degrees: number, tilt: number): void;
  loupe(at: Point | null): void;
  standing(): boolean;
};

const SLACK = { mouse: 4, touch: 9, pen: 6 } as const;
const LONG_PRESS = 350;

type Finger = { id: number; kind: PointerKind; start: Point; now: Point; hit: Hit; button: number };
type Doing = "nothing" | "press" | "drag" | "pan" | "turn" | "pinch";

export class Gestures {
  private readonly fingers = new Map<number, Finger>();
  private doing: Doing = "nothing";
  private lead: Finger | null = null;
  private pressed: ReturnType<typeof setTimeout> | null = null;
  private pinch = { gap: 1, angle: 0, middle: [0, 0] as Point };

  constructor(
    private readonly element: HTMLElement,
    private readonly table: Table,
  ) {
    element.style.touchAction = "none";
    element.addEventListener("pointerdown", this.down);
    element.addEventListener("pointermove", this.move);
    element.addEventListener("pointerup", this.up);
    element.addEventListener("pointercancel", this.cancel);
    element.addEventListener("wheel", this.wheel, { passive: false });
    element.addEventListener("contextmenu", this.mine);
    // A quick drag would be a fling to the browser, which then swallows the next tap, on whatever button it comes.
    element.addEventListener("touchmove", this.mine, { passive: false });
  }

  dispose(): void {
    this.forget();
    this.element.removeEventListener("pointerdown", this.down);
    this.element.removeEventListener("pointermove", this.move);
    this.element.removeEventListener("pointerup", this.up);
    this.element.removeEventListener("pointercancel", this.cancel);
    this.element.removeEventListener("wheel", this.wheel);
    this.element.removeEventListener("contextmenu", this.mine);
    this.element.removeEventListener("touchmove", this.mine);
  }

  private at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** What the browser would do with it is left undone. */
  private readonly mine = (event: Event) => event.preventDefault();

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    const [px, py] = this.at(event);
    this.table.zoomAt(Math.exp(-Math.max(-240, Math.min(240, step)) * 0.0016), px, py);
  };

  private readonly down = (event: PointerEvent) => {
    // The clause link of a bubble is a button of its own.
    if (event.target instanceof Element && event.target.closest("button")) return;
    const kind = kindOf(event);
    const px = this.at(event);
    const finger: Finger = {
      id: event.pointerId,
      kind,
      start: px,
      now: px,
      hit: this.table.hit(px[0], px[1], kind),
      button: event.button,
    };
    this.fingers.set(finger.id, finger);
    this.element.setPointerCapture?.(event.pointerId);
    if (this.fingers.size === 1) {
      this.lead = finger;
      this.doing = finger.button === 2 || finger.button === 1 ? "turn" : "press";
      if (kind === "touch" && finger.hit.unit) this.pressed = setTimeout(() => this.longPress(), LONG_PRESS);
    } else if (this.fingers.size === 2 && this.doing !== "drag") this.startPinch();
  };

  /** A finger resting on a unit shows the loupe before it moves. */
  private longPress(): void {
    if (this.doing === "press" && this.lead) this.table.loupe(this.lead.now);
  }

  private readonly move = (event: PointerEvent) => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.buttons === 0 && kindOf(event) !== "touch") this.hover(event);
      return;
    }
    const before = finger.now;
    finger.now = this.at(event);
    if (this.doing === "pinch") this.movePinch();
    else if (finger === this.lead) this.follow(finger, before, this.isFree(event));
  };

  private isFree(event: PointerEvent): boolean {
    return event.shiftKey || this.fingers.size > 1;
  }

  private hover(event: PointerEvent): void {
    const [px, py] = this.at(event);
    const { unit, piece, x, y } = this.table.hit(px, py, kindOf(event));
    this.table.tell({ kind: "hover", x, y, ...(unit ? { unit } : {}), ...(piece ? { piece } : {}) });
  }

  private follow(finger: Finger, before: Point, free: boolean): void {
    if (this.doing === "press") {
      const far = Math.hypot(finger.now[0] - finger.start[0], finger.now[1] - finger.start[1]);
      if (far < SLACK[finger.kind]) return;
      this.doing = finger.hit.unit ? "drag" : "pan";
      if (this.doing === "drag") this.tellDrag("start", finger, free);
    }
    if (this.doing === "drag") this.tellDrag("move", finger, free);
    else if (this.doing === "pan") this.table.pan(before, finger.now);
    else if (this.doing === "turn") this.swing(before, finger.now);
  }

  /** The right button turns the scene; seen from above there is nothing to turn, so it moves the view. */
  private swing(before: Point, now: Point): void {
    if (this.table.standing()) this.table.turn(-(now[0] - before[0]) * 0.35, (now[1] - before[1]) * 0.25);
    else this.table.pan(before, now);
  }

  private tellDrag(phase: "start" | "move" | "end" | "cancel", finger: Finger, free: boolean): void {
    const { unit, figure, part, x: fromX, y: fromY } = finger.hit;
    const held = { ...(unit ? { unit } : {}), ...(figure ? { figure } : {}) };
    const [x, y] = phase === "start" ? [fromX, fromY] : this.table.ground(finger.now[0], finger.now[1]);
    this.table.tell({ kind: "drag", phase, from: { part, x: fromX, y: fromY, ...held }, x, y, free });
    const over = phase === "end" || phase === "cancel";
    if (finger.kind === "touch") this.table.loupe(over ? null : finger.now);
  }

  private readonly up = (event: PointerEvent) => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const free = this.isFree(event);
    finger.now = this.at(event);
    this.fingers.delete(finger.id);
    if (finger === this.lead) {
      if (this.doing === "drag") this.tellDrag("end", finger, free);
      else if (this.doing === "press") this.tap(finger);
    }
    this.settle(finger);
  };

  private readonly cancel = (event: PointerEvent) => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.fingers.delete(finger.id);
    if (finger === this.lead && this.doing === "drag") this.tellDrag("cancel", finger, false);
    this.settle(finger);
  };

  private tap(finger: Finger): void {
    const { unit, figure, piece, x, y } = this.table.cycled(finger.hit);
    this.table.tell({
      kind: "pick",
      x,
      y,
      pointer: finger.kind,
      ...(unit ? { unit } : {}),
      ...(figure ? { figure } : {}),
      ...(piece ? { piece } : {}),
    });
  }

  private settle(gone: Finger): void {
    if (this.doing === "pinch" && this.fingers.size === 1) {
      this.lead = [...this.fingers.values()][0] ?? null;
      this.doing = "pan";
      return;
    }
    if (gone === this.lead || this.fingers.size === 0) this.forget();
  }

  private forget(): void {
    if (this.pressed) clearTimeout(this.pressed);
    this.pressed = null;
    this.doing = "nothing";
    this.lead = null;
    this.table.loupe(null);
  }

  private startPinch(): void {
    this.table.loupe(null);
    this.doing = "pinch";
    this.pinch = this.measurePinch();
  }

  private measurePinch(): { gap: number; angle: number; middle: Point } {
    const [a, b] = [...this.fingers.values()] as [Finger, Finger];
    const [dx, dy] = [b.now[0] - a.now[0], b.now[1] - a.now[1]];
    const middle: Point = [(a.now[0] + b.now[0]) / 2, (a.now[1] + b.now[1]) / 2];
    return { gap: Math.max(1, Math.hypot(dx, dy)), angle: (Math.atan2(dy, dx) * 180) / Math.PI, middle };
  }

  /** Two fingers zoom; seen from above they also move the table, in the scene they turn and tilt it. */
  private movePinch(): void {
    if (this.fingers.size < 2) return;
    const now = this.measurePinch();
    const was = this.pinch;
    this.table.zoomAt(now.gap / was.gap, now.middle[0], now.middle[1]);
    const twist = ((now.angle - was.angle + 540) % 360) - 180;
    if (this.table.standing()) this.table.turn(twist, (now.middle[1] - was.middle[1]) * 0.25);
    else this.table.pan(was.middle, now.middle);
    this.pinch = now;
  }
}

function kindOf(event: PointerEvent): PointerKind {
  return event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
}
