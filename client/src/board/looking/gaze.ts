/** The eye over the table: where it looks, how it flies there, and what it fits by itself until a hand moves it. */
import type { Margins, Point } from "../types";
import {
  type Body,
  clampCentre,
  dragged,
  filling,
  firstLook,
  fitted,
  framed,
  freeCentre,
  freeSize,
  type Look,
  rims,
  type Spot,
  showing,
  standingAt,
  type Table,
  turned,
  zoomed,
} from "./views";

const FLIGHT = 300;
/** The look at the end of a battle: so slowly, so far round, from so low, with such a share of the window round it. */
const ADMIRING = { takes: 2600, round: 38, tilt: 30, room: 0.14, about: 1.4 };
/** So long after a hand moved the eye nothing else moves it, in milliseconds. */
const LEFT_ALONE = 4000;
/** The scene begins at most so much smaller than it fills the window, to have all units in it. */
const FARTHEST = 0.6;
/** So many pixels stay free around what is to be seen. */
const ROOM = 48;
const SIDES = ["top", "right", "bottom", "left"] as const;

type Flight = { from: Look; to: Look; start: number; takes: number };

export class Gaze {
  look: Look = firstLook();
  private table: Table | null = null;
  private flight: Flight | null = null;
  private untouched = true;
  private unturned = true;
  /** The whole table was asked for, not the scene as it begins. */
  private whole = false;
  private kept: Point[] = [];
  /** What is looked at as long as nobody moves the eye, at the end of a battle. */
  private admired: Spot[] | null = null;
  /** Where the units stand. */
  private crowd: Point[] = [];
  /** Where it was before a glance, and when a hand moved it last. */
  private before: Look | null = null;
  private touched = Number.NEGATIVE_INFINITY;

  /** `changed` asks for a new picture; while `atOnce` holds nothing flies. */
  constructor(
    private readonly changed: () => void,
    private readonly atOnce: () => boolean,
  ) {}

  /** Where the eye is, or is flying to. */
  get aim(): Look {
    return this.flight?.to ?? this.look;
  }

  /** What it looks at, and where units stand on it; another size of table is fitted anew. */
  at(table: Table, units: Point[] = []): void {
    const before = this.table;
    this.table = table;
    this.crowd = units.map(([x, y]): Point => [x * table.studsPerUnit, y * table.studsPerUnit]);
    if (before?.width !== table.width || before.height !== table.height) this.fitAtOnce();
  }

  mode(mode: "plan" | "scene"): void {
    const to = { ...this.aim, scene: mode === "scene" ? 1 : 0 };
    this.whole = false;
    this.before = null;
    this.fly(this.untouched ? this.fitting(to) : to);
  }

  /** Turns the whole table; it is fitted anew, unless a hand has moved it. */
  spin(degrees: number): void {
    if (this.look.spin === degrees) return;
    this.flight = null;
    this.look = { ...this.look, spin: degrees };
    this.otherRoom();
    if (this.untouched) this.fitAtOnce();
    this.changed();
  }

  fit(): void {
    this.admired = null;
    this.untouched = true;
    this.whole = true;
    this.kept = [];
    this.fly(this.fitting(this.aim));
  }

  private fitting(look: Look): Look {
    if (!this.table) return look;
    if (look.scene < 0.5) return fitted(look, this.table);
    if (this.admired) return this.admiring(look, this.table, this.admired);
    const { width, height, studsPerUnit: k } = this.table;
    const [freeWidth, freeHeight] = freeSize(look);
    // A tall window shows more of the table from higher up, as long as the hand has not chosen otherwise.
    const tilt = this.unturned && freeHeight > freeWidth ? 50 : look.tilt;
    if (!this.whole) return this.withAll(standingAt({ ...look, tilt }, this.table), this.table);
    const flat = fitted({ ...look, tilt }, this.table);
    const edge: Point[] = [
      [0, 0],
      [width * k, 0],
      [width * k, height * k],
      [0, height * k],
    ];
    return filling(flat, this.table, edge, 10);
  }

  /** A little farther away where somebody would stand behind a panel. */
  private withAll(look: Look, table: Table): Look {
    if (this.crowd.length === 0) return look;
    const all = showing(look, table, this.crowd, ROOM + 16);
    return all.scale < look.scale * FARTHEST ? look : all;
  }

  private fitAtOnce(): void {
    if (!this.table) return;
    if (this.admired && this.flight) {
      // panels come and go while the eye is on its slow way: it goes on, to where it fits now
      const { width, height, margins } = this.look;
      this.flight = { ...this.flight, to: this.fitting({ ...this.flight.to, width, height, margins }) };
      this.changed();
      return;
    }
    this.untouched = true;
    this.flight = null;
    const fit = this.fitting(this.look);
    this.look = this.kept.length && fit.scene > 0.5 ? showing(fit, this.table, this.kept) : fit;
    this.changed();
  }

  centre(x: number, y: number): void {
    if (!this.table) return;
    const k = this.table.studsPerUnit;
    this.untouched = false;
    this.fly(clampCentre({ ...this.aim, x: x * k, y: y * k }, this.table));
  }

  /** Brings a body into view, whole. */
  frame(body: Body): void {
    if (this.table) this.see(framed(this.aim, this.table, body));
  }

  zoom(factor: number): void {
    const [px, py] = freeCentre(this.look);
    if (this.table) this.see(zoomed(this.aim, this.table, factor, px, py));
  }

  zoomAt(factor: number, px: number, py: number): void {
    if (this.table) this.see(zoomed(this.look, this.table, factor, px, py));
  }

  pan(dx: number, dy: number): void {
    const [px, py] = freeCentre(this.look);
    if (this.table) this.see(dragged(this.aim, this.table, [px, py], [px + dx, py + dy]));
  }

  drag(from: Point, to: Point): void {
    if (this.table) this.see(dragged(this.look, this.table, from, to));
  }

  turn(degrees: number, tilt = 0): void {
    this.unturned = false;
    this.see(turned(this.look, degrees, tilt));
  }

  margins(m: Margins): void {
    if (SIDES.every((side) => this.look.margins[side] === m[side])) return;
    this.look = { ...this.look, margins: m };
    if (this.flight) this.flight = { ...this.flight, to: { ...this.flight.to, margins: m } };
    this.otherRoom();
    if (this.untouched) this.fitAtOnce();
    this.changed();
  }

  /** Goes slowly round to a view worth a picture: across the table from low down, with all of these whole in it and
   * some ground about them; then it is still. Until a hand moves the eye it is fitted so whenever the window or its
   * panels change. */
  admire(bodies: Body[]): void {
    if (!this.table || bodies.length === 0) return;
    this.admired = bodies.flatMap((body) => rims({ ...body, radius: body.radius * ADMIRING.about }));
    this.untouched = true;
    this.before = null;
    this.fly(this.fitting(turned({ ...this.aim, scene: 1 }, ADMIRING.round, 0)), ADMIRING.takes);
  }

  private admiring(look: Look, table: Table, spots: Spot[]): Look {
    const from = fitted({ ...look, tilt: ADMIRING.tilt }, table);
    const room = Math.min(2 * ROOM, Math.min(...freeSize(look)) * ADMIRING.room);
    return showing(filling(from, table, spots, room), table, spots, room / 2);
  }

  /** After a glance it goes back to the table as it fits now, not as it did before panels came or went. */
  private otherRoom(): void {
    if (!this.before) return;
    const { width, height, margins, spin } = this.look;
    const back = { ...this.before, width, height, margins, spin };
    this.before = this.untouched ? this.fitting(back) : back;
  }

  keepInView(points: Point[]): void {
    if (!points.length || !this.table) return;
    const k = this.table.studsPerUnit;
    const from = this.aim;
    this.kept = points.map(([x, y]): Point => [x * k, y * k]);
    const to = showing(from, this.table, this.kept, this.roomAt(from));
    if (to !== from) this.fly(to);
  }

  /** Where the whole table is in view anyway, nothing at its edge moves it under the panels on the other side. */
  private roomAt(look: Look): number {
    return this.untouched && look.scene < 0.5 ? 0 : ROOM;
  }

  /** A short look at some places, and back with `null`: never when a hand has just moved the eye. */
  glance(points: Point[] | null, now = performance.now()): void {
    if (!this.table || this.atOnce()) return;
    if (points === null) {
      const back = this.before;
      this.before = null;
      if (back) this.fly(back);
      return;
    }
    if (now - this.touched < LEFT_ALONE || points.length === 0) return;
    const k = this.table.studsPerUnit;
    const from = this.before ?? this.aim;
    const seen = points.map(([x, y]): Point => [x * k, y * k]);
    const [x, y] = [0, 1].map((axis) => seen.reduce((sum, each) => sum + (each[axis] ?? 0), 0) / seen.length) as Point;
    // from above the table lies still unless something would not be seen; across it the eye goes a little nearer
    const nearer =
      from.scene < 0.5 ? from : { ...from, x: (from.x + x) / 2, y: (from.y + y) / 2, scale: from.scale * 1.2 };
    const to = showing(clampCentre(nearer, this.table), this.table, seen, this.roomAt(from));
    if (to.x === this.aim.x && to.y === this.aim.y && to.scale === this.aim.scale) return;
    this.before = from;
    this.fly(to);
  }

  /** Another size of window; false when it is the same. */
  resize(width: number, height: number): boolean {
    if (width === this.look.width && height === this.look.height) return false;
    this.look = { ...this.look, width, height };
    this.otherRoom();
    if (this.untouched) this.fitAtOnce();
    return true;
  }

  /** A look the hand asked for: at once, and no longer refitted by itself. */
  private see(look: Look): void {
    this.admired = null;
    this.untouched = false;
    this.flight = null;
    this.before = null;
    this.touched = performance.now();
    this.look = look;
    this.changed();
  }

  private fly(to: Look, takes = FLIGHT): void {
    if (this.atOnce()) {
      this.flight = null;
      this.look = to;
    } else this.flight = { from: this.look, to, start: performance.now(), takes };
    this.changed();
  }

  /** Goes on with a flight. */
  step(now: number): void {
    if (!this.flight) return;
    const { from, to, start, takes } = this.flight;
    const t = Math.min(1, Math.max(0, (now - start) / takes));
    const e = takes > FLIGHT ? t * t * (3 - 2 * t) : 1 - (1 - t) ** 3;
    const between = (a: number, b: number) => a + (b - a) * e;
    const scale = Math.exp(between(Math.log(from.scale), Math.log(to.scale)));
    // the shorter way round
    const azimuth = from.azimuth + (((to.azimuth - from.azimuth + 540) % 360) - 180) * e;
    const tilt = between(from.tilt, to.tilt);
    const flat = { x: between(from.x, to.x), y: between(from.y, to.y), scene: between(from.scene, to.scene) };
    const moved = { ...flat, scale, ...(takes > FLIGHT ? { azimuth, tilt } : {}) };
    const { width, height } = this.look;
    this.look = { ...to, ...(t >= 1 ? {} : moved), width, height };
    if (t >= 1) this.flight = null;
    else this.changed();
  }
}
