/** The board itself: holds what is shown, draws when something changed, and turns gestures into intents. */
import { BARREL_SIZE } from "./barrel";
import { SKY } from "./colours";
import { Inset, Loupe, ScaleBar } from "./corner";
import { type Flat, pairs } from "./flats";
import { Gestures, type PointerKind } from "./gestures";
import { type Hit, hitAt } from "./hits";
import { type Layers, layersOf } from "./marks";
import { type Act, actsOf, momentOf, nextFrame } from "./motions";
import { Notes } from "./notes";
import type { Drawn, Painter } from "./painter";
import { barrelPicture, eyePicture, portrait, type Size } from "./pictures";
import { busyBoxes, freeRect, type Shot, screenNotes } from "./screen";
import { frames, type Passing, shades, zoneFlats } from "./standing";
import type {
  BarrelView,
  Board,
  BoardOptions,
  BoardProbe,
  BoardScene,
  EyeView,
  Intent,
  Margins,
  Mark,
  Motion,
  Point,
} from "./types";
import {
  clampCentre,
  dragged,
  filling,
  firstLook,
  fitted,
  freeCentre,
  freeSize,
  type Lens,
  type Look,
  lensOf,
  project,
  showing,
  standingAt,
  turned,
  unproject,
  zoomed,
} from "./views";
import { waterFlats } from "./waters";

const FLIGHT = 300;
const EMPTY: BoardScene = {
  width: 1,
  height: 1,
  studsPerUnit: 1,
  ground: "plain",
  seed: "",
  units: [],
  pieces: [],
  zones: [],
};

type Flight = { from: Look; to: Look; start: number };

export class TableBoard implements Board {
  private scene: BoardScene = EMPTY;
  private marks: readonly Mark[] = [];
  private layers: Layers = layersOf([], EMPTY);
  private passings: ReadonlyMap<string, Passing> = new Map();
  private motionFlats: Flat[] = [];
  private look: Look = firstLook();
  private flight: Flight | null = null;
  private wanted = 0;
  private untouched = true;
  private unturned = true;
  /** The whole table was asked for, not the scene as it begins. */
  private whole = false;
  private kept: Point[] = [];
  private stale = { table: false, pieces: true, flats: true };
  private drawn: Drawn = { drawCalls: 0, triangles: 0, instances: 0 };
  private frames = 0;
  private insetOn = false;
  private insetCrowded = false;
  private skipping = false;
  private playing: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<(intent: Intent) => void>();
  private readonly root = document.createElement("div");
  private readonly notes = new Notes((clause) => this.tell({ kind: "clause", clause }));
  private readonly small = { inset: new Inset(), bar: new ScaleBar(), loupe: new Loupe() };
  private readonly gestures: Gestures;
  private readonly watcher: ResizeObserver;

  constructor(
    host: HTMLElement,
    private readonly painter: Painter,
    private readonly options: BoardOptions,
  ) {
    Object.assign(this.root.style, {
      position: "absolute",
      inset: "0",
      overflow: "hidden",
      background: SKY,
      userSelect: "none",
    });
    // A canvas is black until something is drawn on it: until then the sky behind it is seen.
    Object.assign(painter.element.style, {
      position: "absolute",
      left: "0",
      top: "0",
      display: "block",
      visibility: "hidden",
    });
    this.root.append(
      painter.element,
      this.small.bar.element,
      this.notes.element,
      this.small.inset.element,
      this.small.loupe.element,
    );
    host.append(this.root);
    painter.element.addEventListener("webglcontextrestored", () =>
      this.invalidate({ table: true, pieces: true, flats: true }),
    );
    this.gestures = new Gestures(this.root, {
      hit: (px, py, pointer) => this.hit(px, py, pointer),
      ground: (px, py) => this.ground(px, py),
      tell: (intent) => this.tell(intent),
      pan: (from, to) => this.see(dragged(this.look, this.scene, from, to)),
      zoomAt: (factor, px, py) => this.see(zoomed(this.look, this.scene, factor, px, py)),
      turn: (degrees, tilt) => this.turn(degrees, tilt),
      loupe: (at) => this.showLoupe(at),
      standing: () => this.look.scene > 0.5,
    });
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.root);
    this.measure();
  }

  // --- what is shown ---

  set(scene: BoardScene): void {
    const before = this.scene;
    const first = before === EMPTY;
    const table = first || JSON.stringify(tableOf(before)) !== JSON.stringify(tableOf(scene));
    this.scene = scene;
    this.passings = new Map();
    this.layers = layersOf(this.marks, scene);
    this.invalidate({ table, pieces: true, flats: true });
    if (first || before.width !== scene.width || before.height !== scene.height) this.fitAtOnce();
  }

  mark(marks: Mark[]): void {
    const ghosts = JSON.stringify(this.layers.ghosts);
    this.marks = marks;
    this.layers = layersOf(marks, this.scene);
    this.invalidate({ pieces: ghosts !== JSON.stringify(this.layers.ghosts), flats: true });
  }

  on(listener: (intent: Intent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(intent: Intent): void {
    for (const listener of this.listeners) listener(intent);
  }

  // --- the eye ---

  camera(mode: "plan" | "scene"): void {
    if (this.painter.name === "svg") return;
    const target = this.flight?.to ?? this.look;
    const to = { ...target, scene: mode === "scene" ? 1 : 0 };
    this.whole = false;
    this.fly(this.untouched ? this.fitting(to) : to);
  }

  private fitting(look: Look): Look {
    if (look.scene < 0.5) return fitted(look, this.scene);
    const { width, height, studsPerUnit: k } = this.scene;
    const [freeWidth, freeHeight] = freeSize(look);
    // A tall window shows more of the table from higher up, as long as the hand has not chosen otherwise.
    const tilt = this.unturned && freeHeight > freeWidth ? 50 : look.tilt;
    if (!this.whole) return standingAt({ ...look, tilt }, this.scene);
    const flat = fitted({ ...look, tilt }, this.scene);
    const edge: Point[] = [
      [0, 0],
      [width * k, 0],
      [width * k, height * k],
      [0, height * k],
    ];
    return filling(flat, this.scene, edge, 10);
  }

  fit(): void {
    this.untouched = true;
    this.whole = true;
    this.kept = [];
    this.fly(this.fitting(this.flight?.to ?? this.look));
  }

  private fitAtOnce(): void {
    this.untouched = true;
    this.flight = null;
    const fit = this.fitting(this.look);
    this.look = this.kept.length && fit.scene > 0.5 ? showing(fit, this.scene, this.kept) : fit;
    this.invalidate({});
  }

  centre(x: number, y: number): void {
    const k = this.scene.studsPerUnit;
    this.untouched = false;
    this.fly(clampCentre({ ...(this.flight?.to ?? this.look), x: x * k, y: y * k }, this.scene));
  }

  zoom(factor: number): void {
    const [px, py] = freeCentre(this.look);
    this.see(zoomed(this.flight?.to ?? this.look, this.scene, factor, px, py));
  }

  pan(dx: number, dy: number): void {
    const [px, py] = freeCentre(this.look);
    this.see(dragged(this.flight?.to ?? this.look, this.scene, [px, py], [px + dx, py + dy]));
  }

  turn(degrees: number, tilt = 0): void {
    this.unturned = false;
    this.see(turned(this.look, degrees, tilt));
  }

  margins(m: Margins): void {
    const same = (["top", "right", "bottom", "left"] as const).every((side) => this.look.margins[side] === m[side]);
    if (same) return;
    this.look = { ...this.look, margins: m };
    if (this.flight) this.flight = { ...this.flight, to: { ...this.flight.to, margins: m } };
    if (this.untouched && this.scene !== EMPTY) this.fitAtOnce();
    this.invalidate({});
  }

  keepInView(points: Point[]): void {
    if (!points.length) return;
    const k = this.scene.studsPerUnit;
    const from = this.flight?.to ?? this.look;
    this.kept = points.map(([x, y]): Point => [x * k, y * k]);
    const to = showing(from, this.scene, this.kept);
    if (to !== from) this.fly(to);
  }

  inset(on: boolean, crowded = false): void {
    this.insetOn = on;
    this.insetCrowded = crowded;
    this.invalidate({});
  }

  /** A look the hand asked for: at once, and no longer refitted by itself. */
  private see(look: Look): void {
    this.untouched = false;
    this.flight = null;
    this.look = look;
    this.invalidate({});
  }

  private fly(to: Look): void {
    if (this.options.reducedMotion || this.frames === 0) {
      this.flight = null;
      this.look = to;
    } else this.flight = { from: this.look, to, start: performance.now() };
    this.invalidate({});
  }

  private stepFlight(now: number): void {
    if (!this.flight) return;
    const { from, to, start } = this.flight;
    const t = Math.min(1, Math.max(0, (now - start) / FLIGHT));
    const e = 1 - (1 - t) ** 3;
    const between = (a: number, b: number) => a + (b - a) * e;
    const scale = Math.exp(between(Math.log(from.scale), Math.log(to.scale)));
    const moved = { x: between(from.x, to.x), y: between(from.y, to.y), scene: between(from.scene, to.scene), scale };
    this.look =
      t >= 1
        ? { ...to, width: this.look.width, height: this.look.height }
        : { ...to, ...moved, width: this.look.width, height: this.look.height };
    if (t >= 1) this.flight = null;
    else this.invalidate({});
  }

  private measure(): void {
    const box = this.root.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width));
    const height = Math.max(1, Math.round(box.height));
    if (width === this.look.width && height === this.look.height) return;
    this.look = { ...this.look, width, height };
    this.painter.resize(width, height);
    if (this.untouched && this.scene !== EMPTY) this.fitAtOnce();
    this.drawAtOnce();
  }

  /** A resized canvas is empty: it must be filled before the browser shows it. */
  private drawAtOnce(): void {
    if (this.wanted) cancelAnimationFrame(this.wanted);
    this.frame(performance.now());
  }

  // --- drawing ---

  private invalidate(what: Partial<TableBoard["stale"]>): void {
    for (const key of ["table", "pieces", "flats"] as const) this.stale[key] ||= what[key] ?? false;
    if (!this.wanted) this.wanted = requestAnimationFrame((now) => this.frame(now));
  }

  private frame(now: number): void {
    this.wanted = 0;
    if (this.scene === EMPTY) return;
    this.stepFlight(now);
    this.refresh();
    const lens = lensOf(this.look);
    this.drawn = this.painter.draw(this.look, lens);
    if (this.painter.element instanceof HTMLCanvasElement) this.small.loupe.draw(this.painter.element, this.look.width);
    this.drawNotes(lens);
    this.small.bar.draw(this.look, this.scene);
    this.small.inset.draw(this.scene, this.insetOn && this.look.scene > 0.5, this.look, lens, this.insetCrowded);
    this.frames += 1;
    if (this.frames > 1) return;
    this.painter.element.style.visibility = "visible";
    this.options.onReady?.();
  }

  private refresh(): void {
    const { scene, stale } = this;
    if (stale.table) {
      this.painter.table(scene);
      this.small.inset.table(scene);
    }
    if (stale.table || stale.pieces) this.painter.pieces(scene, this.passings, this.layers.ghosts);
    if (stale.flats || stale.pieces) {
      const zones = scene.zones.flatMap((zone) => zoneFlats(pairs(zone.outline), zone.side, false));
      const shade = this.options.quality === "low" ? shades(scene, this.passings) : [];
      const under = [
        ...waterFlats(scene),
        ...shade,
        ...zones,
        ...this.layers.under,
        ...frames(scene, this.passings, this.layers.strong),
      ];
      this.painter.flats(scene, under, [...this.layers.over, ...this.motionFlats]);
    }
    this.stale = { table: false, pieces: false, flats: false };
  }

  private shot(lens: Lens): Shot {
    return { scene: this.scene, layers: this.layers, passings: this.passings, look: this.look, lens };
  }

  private drawNotes(lens: Lens): void {
    const shot = this.shot(lens);
    const asked = new Set(this.marks.flatMap((mark) => (mark.kind === "acting" ? mark.units : [])));
    const chosen = this.marks.flatMap((mark) => (mark.kind === "select" && asked.has(mark.unit) ? [mark.unit] : []));
    this.notes.draw(screenNotes(shot), busyBoxes(shot), freeRect(this.look), new Set(chosen));
  }

  // --- the hand ---

  private hit(px: number, py: number, pointer: PointerKind): Hit {
    const lens = lensOf(this.look);
    const hit = hitAt(this.shot(lens), px, py, pointer);
    if (hit.unit) return hit;
    const tag = this.notes.placed.find(
      ({ rect: r, unit }) => unit && px >= r.x && px <= r.x + r.w && py >= r.y && py <= r.y + r.h,
    );
    return tag?.unit ? { unit: tag.unit, part: "hull", x: hit.x, y: hit.y } : hit;
  }

  private ground(px: number, py: number): Point {
    const [x, y] = unproject(lensOf(this.look), this.look, px, py);
    return [x / this.scene.studsPerUnit, y / this.scene.studsPerUnit];
  }

  at(clientX: number, clientY: number): Point {
    const box = this.root.getBoundingClientRect();
    return this.ground(clientX - box.left, clientY - box.top);
  }

  private showLoupe(at: Point | null): void {
    this.small.loupe.show(at);
    if (at) this.invalidate({});
  }

  // --- motions ---

  play(motions: Motion[], options: { reduced: boolean; speed: number }): Promise<void> {
    if (options.reduced || this.options.reducedMotion || !motions.length) return this.playing;
    this.playing = this.playing.then(() => this.playAll(actsOf(motions, options.speed)));
    return this.playing;
  }

  skip(): void {
    this.skipping = true;
  }

  private async playAll(acts: Act[]): Promise<void> {
    this.skipping = false;
    let done: ReadonlyMap<string, Passing> = new Map(this.passings);
    for (const act of acts) {
      const start = performance.now();
      let share = 0;
      while (share < 1 && !this.skipping) {
        const now = await nextFrame();
        share = Math.min(1, (now - start) / Math.max(1, act.takes));
        this.showMoment(act, share, done);
      }
      done = momentOf(this.scene, act, 1, done).passings;
    }
    this.passings = done;
    this.motionFlats = [];
    this.invalidate({ pieces: true, flats: true });
  }

  private showMoment(act: Act, share: number, done: ReadonlyMap<string, Passing>): void {
    const moment = momentOf(this.scene, act, Math.max(0, share), done);
    this.passings = moment.passings;
    this.motionFlats = moment.flats;
    this.invalidate({ pieces: act.motion.kind !== "shot", flats: true });
  }

  // --- pictures ---

  async barrel(view: BarrelView, size: Size = BARREL_SIZE): Promise<HTMLCanvasElement> {
    this.refresh();
    const canvas = barrelPicture(this.painter, this.scene, this.passings, view, size);
    this.invalidate({ pieces: true });
    return canvas;
  }

  eye(view: EyeView, size: Size): HTMLCanvasElement {
    this.refresh();
    const canvas = eyePicture(this.painter, this.scene, this.passings, view, size);
    this.invalidate({ pieces: true });
    return canvas;
  }

  picture(size: Size, what: { unit?: string; piece?: string }): HTMLCanvasElement {
    const canvas = portrait(this.painter, this.scene, what, size);
    this.invalidate({});
    return canvas;
  }

  // --- for tests ---

  probe(): BoardProbe {
    const k = this.scene.studsPerUnit;
    const [plan, scene] = [0, 1].map((scene) => ({ ...this.look, scene })) as [Look, Look];
    const [planLens, sceneLens, lens] = [lensOf(plan), lensOf(scene), lensOf(this.look)];
    const units = this.scene.units.map(({ id, model, place: { x, y } }) => ({
      id,
      model,
      plan: project(planLens, plan, x * k, y * k),
      scene: project(sceneLens, scene, x * k, y * k),
      now: project(lens, this.look, x * k, y * k),
    }));
    const at = ({ x, y }: { x: number; y: number }) => project(lens, this.look, x * k, y * k);
    const pieces = this.scene.pieces.map(({ id, model, place }) => ({ id, model, now: at(place) }));
    const labels = this.notes.placed.map(({ id, text, rect }) => ({ id, text, rect }));
    const centre: Point = [this.look.x / k, this.look.y / k];
    const mode = (this.flight?.to ?? this.look).scene > 0.5 ? "scene" : "plan";
    const about = {
      renderer: this.painter.name,
      mode,
      frames: this.frames,
      centre,
      origin: project(lens, this.look, 0, 0),
      scale: this.look.scale * k,
    } as const;
    return {
      ...about,
      ...this.drawn,
      units,
      pieces,
      labels,
      marks: this.marks.map((mark) => mark.kind),
      idle: !this.wanted,
    };
  }

  dispose(): void {
    if (this.wanted) cancelAnimationFrame(this.wanted);
    this.skipping = true;
    this.watcher.disconnect();
    this.gestures.dispose();
    this.painter.dispose();
    this.root.remove();
    this.listeners.clear();
  }
}

/** What of a scene is built once: all but units and zones. */
function tableOf({ width, height, studsPerUnit, ground, seed, pieces }: BoardScene): unknown[] {
  return [width, height, studsPerUnit, ground, seed, pieces];
}
