/** The board itself: holds what is shown, draws when something changed, and turns gestures into intents. */

import { Gestures, type PointerKind } from "./gestures";
import { pairs } from "./ground/flats";
import { contourFlats } from "./ground/relief";
import { skyOf, Weather } from "./ground/sky";
import { waterFlats } from "./ground/waters";
import { groundPoint, type Hit, hitAt } from "./hits";
import { BARREL_SIZE } from "./looking/barrel";
import { Compass } from "./looking/compass";
import { Inset, Loupe, ScaleBar } from "./looking/corner";
import { Gaze } from "./looking/gaze";
import { opened, selectedOf } from "./looking/levels";
import { Notes } from "./looking/notes";
import { placesOf } from "./looking/probe";
import { busyBoxes, freePart, freeRect, type Shot, screenNotes, watchedBoxes } from "./looking/screen";
import { type Lens, type Look, lensOf, project } from "./looking/views";
import { type Layers, layersOf } from "./marks";
import { onBrought } from "./models/built";
import type { Drawn, Painter } from "./painter";
import { barrelPicture, bodyOf, eyePicture, leftOf, portrait, type Size } from "./pictures";
import { Plays } from "./plays";
import { frames, shades, zoneFlats } from "./standing";
import type {
  BarrelView,
  Board,
  BoardOptions,
  BoardProbe,
  BoardScene,
  BoardUnit,
  EyeView,
  Intent,
  Margins,
  Mark,
  Motion,
  Point,
} from "./types";

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

export class TableBoard implements Board {
  /** The scene as it was given, and as it is shown: with the roofs off where somebody is inside. */
  private given: BoardScene = EMPTY;
  private scene: BoardScene = EMPTY;
  /** Whose floor is looked into: the unit that was touched or selected last. */
  private looked = "";
  private marks: readonly Mark[] = [];
  private layers: Layers = layersOf([], EMPTY);
  private wanted = 0;
  private stale = { table: false, pieces: true, flats: true };
  private drawn: Drawn = { drawCalls: 0, triangles: 0, instances: 0 };
  private frames = 0;
  private diced: { scene: BoardScene; dice: readonly BoardUnit[]; both: BoardScene } | null = null;
  /** Whether a finger or a button is down on the board. */
  private pressed = false;
  private isNight: boolean;
  private insetOn = false;
  private insetCrowded = false;
  private readonly gaze = new Gaze(
    () => this.invalidate({}),
    () => this.options.reducedMotion || this.frames === 0,
  );
  private readonly plays = new Plays(
    () => this.scene,
    (pieces) => this.invalidate({ pieces, flats: true }),
  );
  private readonly listeners = new Set<(intent: Intent) => void>();
  private readonly root = document.createElement("div");
  private readonly notes = new Notes((clause) => this.tell({ kind: "clause", clause }));
  private readonly weather = new Weather();
  private readonly small = { inset: new Inset(), bar: new ScaleBar(), loupe: new Loupe(), north: new Compass() };
  private readonly gestures: Gestures;
  private readonly watcher: ResizeObserver;
  private readonly unheard: () => void;

  constructor(
    host: HTMLElement,
    private readonly painter: Painter,
    private readonly options: BoardOptions,
  ) {
    this.isNight = options.night ?? false;
    Object.assign(this.root.style, {
      position: "absolute",
      inset: "0",
      overflow: "hidden",
      background: skyOf("", options.night).colour,
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
      this.weather.element,
      this.small.bar.element,
      this.small.north.element,
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
      cycled: (hit) => this.cycled(hit),
      ground: (px, py) => this.ground(px, py),
      tell: (intent) => this.tell(intent),
      pan: (from, to) => this.gaze.drag(from, to),
      zoomAt: (factor, px, py) => this.gaze.zoomAt(factor, px, py),
      turn: (degrees, tilt) => this.gaze.turn(degrees, tilt),
      loupe: (at) => this.showLoupe(at),
      standing: () => this.look.scene > 0.5,
    });
    for (const [event, down] of [
      ["pointerdown", true],
      ["pointerup", false],
      ["pointercancel", false],
    ] as const)
      this.root.addEventListener(event, () => {
        this.pressed = down;
      });
    this.unheard = onBrought(() => {
      // marks lie as high as the models they belong to
      this.layers = layersOf(this.marks, this.scene);
      this.invalidate({ table: true, pieces: true, flats: true });
    });
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.root);
    this.measure();
  }

  // --- what is shown ---

  set(scene: BoardScene): void {
    this.given = { ...scene, night: this.isNight };
    this.plays.clear();
    this.show(opened(this.given, this.looked));
    const alive = scene.units.filter((unit) => unit.status === "alive");
    this.gaze.at(
      scene,
      alive.map(({ place }): Point => [place.x, place.y]),
    );
  }

  night(on: boolean): void {
    if (on === this.isNight) return;
    this.isNight = on;
    if (this.given === EMPTY) return;
    this.given = { ...this.given, night: on };
    this.show(opened(this.given, this.looked));
  }

  private show(scene: BoardScene): void {
    const before = this.scene;
    const table = before === EMPTY || JSON.stringify(tableOf(before)) !== JSON.stringify(tableOf(scene));
    this.scene = scene;
    this.layers = layersOf(this.marks, scene);
    this.invalidate({ table, pieces: true, flats: true });
  }

  mark(marks: Mark[]): void {
    const ghosts = JSON.stringify(this.layers.ghosts);
    const selected = selectedOf(marks);
    const moved = selected !== selectedOf(this.marks);
    this.marks = marks;
    if (moved) this.lookAt(selected);
    this.layers = layersOf(marks, this.scene);
    this.invalidate({ pieces: ghosts !== JSON.stringify(this.layers.ghosts), flats: true });
  }

  on(listener: (intent: Intent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Opens the storey a unit is on; a table without storeys stays as it is. */
  private lookAt(unit: string): void {
    this.looked = unit;
    if (this.scene !== this.given) this.show(opened(this.given, unit));
  }

  private tell(intent: Intent): void {
    if (intent.kind === "pick" && intent.unit) this.lookAt(intent.unit);
    for (const listener of this.listeners) listener(intent);
  }

  // --- the eye ---

  private get look(): Look {
    return this.gaze.look;
  }

  camera(mode: "plan" | "scene"): void {
    if (this.painter.name !== "svg") this.gaze.mode(mode);
  }

  spin(degrees: number): void {
    this.gaze.spin(degrees);
  }

  admire(): void {
    if (this.painter.name === "svg") return;
    this.gaze.admire(leftOf(this.scene));
  }

  fit(): void {
    this.gaze.fit();
  }

  centre(x: number, y: number): void {
    this.gaze.centre(x, y);
  }

  closeUp(unit: string): void {
    const found = this.scene.units.find((one) => one.id === unit);
    if (!found || this.look.scene < 0.5) return;
    this.gaze.frame(bodyOf(found, this.scene.studsPerUnit));
  }

  zoom(factor: number): void {
    this.gaze.zoom(factor);
  }

  pan(dx: number, dy: number): void {
    this.gaze.pan(dx, dy);
  }

  turn(degrees: number, tilt = 0): void {
    this.gaze.turn(degrees, tilt);
  }

  margins(m: Margins): void {
    this.gaze.margins(m);
  }

  keepInView(points: Point[]): void {
    this.gaze.keepInView(points);
  }

  inset(on: boolean, crowded = false): void {
    this.insetOn = on;
    this.insetCrowded = crowded;
    this.invalidate({});
  }

  private measure(): void {
    const box = this.root.getBoundingClientRect();
    const width = Math.max(1, Math.round(box.width));
    const height = Math.max(1, Math.round(box.height));
    if (!this.gaze.resize(width, height)) return;
    this.painter.resize(width, height);
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
    this.gaze.step(now);
    this.refresh();
    const lens = lensOf(this.look);
    this.drawn = this.painter.draw(this.look, lens);
    this.drawNotes(lens);
    // in the same breath as the picture it copies from
    if (this.painter.element instanceof HTMLCanvasElement)
      this.small.loupe.draw(this.painter.element, this.look.width, freeRect(this.look), this.notes.isSaying);
    this.small.bar.draw(this.look, this.scene);
    this.small.north.draw(this.look, this.scene.ruler !== undefined);
    const watched = this.insetOn ? watchedBoxes(this.shot(lens), this.marks) : [];
    this.small.inset.draw(this.scene, this.insetOn && this.look.scene > 0.5, this.look, lens, {
      crowded: this.insetCrowded,
      watched,
    });
    this.frames += 1;
    if (this.frames > 1) return;
    this.painter.element.style.visibility = "visible";
    this.options.onReady?.();
  }

  private refresh(): void {
    const { scene, stale } = this;
    if (stale.table) {
      this.root.style.background = skyOf(scene.sky, scene.night).colour;
      this.weather.show(scene.sky ?? "");
      this.painter.table(scene);
      this.small.inset.table(scene);
    }
    if (stale.table || stale.pieces) this.painter.pieces(this.withDice(), this.plays.passings, this.layers.ghosts);
    if (stale.flats || stale.pieces) {
      const zones = scene.zones.flatMap((zone) => zoneFlats(pairs(zone.outline), zone.side, false));
      const shade = this.options.quality !== "high" ? shades(scene, this.plays.passings) : [];
      const under = [
        ...waterFlats(scene),
        ...contourFlats(scene),
        ...shade,
        ...zones,
        ...this.layers.under,
        ...frames(scene, this.plays.passings, this.layers.strong),
      ];
      this.painter.flats(scene, under, [...this.layers.over, ...this.plays.flats]);
    }
    this.stale = { table: false, pieces: false, flats: false };
  }

  /** The scene and the dice on it; the same object as long as both are. */
  private withDice(): BoardScene {
    const { scene, plays } = this;
    if (plays.dice.length === 0) return scene;
    if (this.diced?.scene !== scene || this.diced.dice !== plays.dice)
      this.diced = { scene, dice: plays.dice, both: { ...scene, units: [...scene.units, ...plays.dice] } };
    return this.diced.both;
  }

  private shot(lens: Lens): Shot {
    return { scene: this.scene, layers: this.layers, passings: this.plays.passings, look: this.look, lens };
  }

  private drawNotes(lens: Lens): void {
    const shot = this.shot(lens);
    const asked = new Set(this.marks.flatMap((mark) => (mark.kind === "acting" ? mark.units : [])));
    const chosen = this.marks.flatMap((mark) => (mark.kind === "select" && asked.has(mark.unit) ? [mark.unit] : []));
    const { bar, north } = this.small;
    const corner = [bar.place(this.look, this.scene), north.place(this.look, this.scene.ruler !== undefined)];
    const above = corner.filter((place) => place !== null);
    this.notes.draw(screenNotes(shot), { busy: busyBoxes(shot), free: freeRect(this.look), above }, new Set(chosen));
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

  /** A second tap on the same unit goes to the one below it, where several are on top of each other. */
  private cycled(hit: Hit): Hit {
    const stack = [hit.unit, ...(hit.below ?? [])].filter((each) => each !== undefined);
    const next = stack[stack.indexOf(this.looked) + 1] ?? stack[0];
    if (next === undefined || next === hit.unit) return hit;
    const { figure: _, ...rest } = hit;
    return { ...rest, unit: next };
  }

  private ground(px: number, py: number): Point {
    return groundPoint({ scene: this.scene, look: this.look, lens: lensOf(this.look) }, px, py);
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
    return this.plays.play(options.reduced || this.options.reducedMotion ? [] : motions, options.speed);
  }

  skip(): void {
    this.plays.skip();
  }

  pose(motions: Motion[]): void {
    this.plays.pose(motions);
  }

  sweep(): void {
    this.plays.sweep();
  }

  glance(points: Point[] | null): void {
    if (!this.pressed || points === null) this.gaze.glance(points);
  }

  snapshot(): HTMLCanvasElement | null {
    const from = this.painter.element;
    if (!(from instanceof HTMLCanvasElement) || from.width < 2) return null;
    this.refresh();
    // what GL has drawn is gone with the next frame: it is copied at once
    this.painter.draw(this.look, lensOf(this.look));
    return freePart(from, this.look);
  }

  // --- pictures ---

  async barrel(view: BarrelView, size: Size = BARREL_SIZE): Promise<HTMLCanvasElement> {
    this.refresh();
    const canvas = barrelPicture(this.painter, this.scene, this.plays.passings, view, size);
    this.invalidate({ pieces: true });
    return canvas;
  }

  eye(view: EyeView, size: Size): HTMLCanvasElement {
    this.refresh();
    const canvas = eyePicture(this.painter, this.scene, this.plays.passings, view, size);
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
    const labels = this.notes.placed.map(({ id, text, rect }) => ({ id, text, rect }));
    const centre: Point = [this.look.x / k, this.look.y / k];
    const mode = this.gaze.aim.scene > 0.5 ? "scene" : "plan";
    const about = {
      renderer: this.painter.name,
      mode,
      frames: this.frames,
      centre,
      origin: project(lensOf(this.look), this.look, 0, 0),
      scale: this.look.scale * k,
      spin: this.look.spin,
    } as const;
    return {
      ...about,
      ...this.drawn,
      dice: this.plays.dice.map((die) => die.model),
      sky: this.scene.sky ?? "",
      ...placesOf(this.scene, this.look),
      labels,
      marks: this.marks.map((mark) => mark.kind),
      idle: !this.wanted,
    };
  }

  dispose(): void {
    if (this.wanted) cancelAnimationFrame(this.wanted);
    this.plays.skip();
    this.unheard();
    this.watcher.disconnect();
    this.gestures.dispose();
    this.painter.dispose();
    this.root.remove();
    this.listeners.clear();
  }
}

/** What of a scene is built once: all but units and zones. */
function tableOf({ width, height, studsPerUnit, ground, seed, pieces, sky, night }: BoardScene): unknown[] {
  return [width, height, studsPerUnit, ground, seed, pieces, sky, night];
}
