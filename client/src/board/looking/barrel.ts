/** The picture from the barrel: what the rule's eye sees of the side it measures, the hidden part hatched. */
import { Matrix4, Vector3 } from "three";
import { BAD } from "../colours";
import type { Extent } from "../instances";
import { stretches } from "../marks";
import type { BarrelView, Point } from "../types";
import type { Lens } from "./views";

export const BARREL_SIZE = { width: 320, height: 214 } as const;

/** Height of the eye above the table and of the measured band, in studs. */
const EYE = 2.1;
const BAND: Point = [0.3, 2.5];

/** A lens at a point that looks at another and shows so many studs at that distance. */
export function lensAt(eye: Vector3, at: Vector3, halfHeight: number, aspect: number): Lens {
  const distance = Math.max(0.5, eye.distanceTo(at));
  const near = Math.min(0.5, distance * 0.2);
  const top = (near * halfHeight) / distance;
  const projection = new Matrix4().makePerspective(-top * aspect, top * aspect, top, -top, near, 700);
  const view = new Matrix4()
    .lookAt(eye, at, new Vector3(0, 1, 0))
    .setPosition(eye)
    .invert();
  const both = projection.clone().multiply(view);
  return { view, projection, both, inverse: both.clone().invert(), eye, topdown: 0 };
}

/** A lens that shows a model whole, a little from above. */
export function portraitLens({ low, high }: Extent, aspect: number): Lens {
  const [lx, ly, lz] = low;
  const [hx, hy, hz] = high;
  const at = new Vector3((lx + hx) / 2, (ly + hy) / 2, (lz + hz) / 2);
  const size = Math.max(1, at.distanceTo(new Vector3(...high)));
  const eye = at.clone().add(new Vector3(0, size * 2.2, size * 4));
  const wide = lensAt(eye, at, size, aspect);
  const corners = [lx, hx].flatMap((x) => [ly, hy].flatMap((y) => [lz, hz].map((z) => new Vector3(x, y, z))));
  const seen = corners.map((corner) => corner.applyMatrix4(wide.both));
  const fill = Math.max(...seen.flatMap((p) => [Math.abs(p.x), Math.abs(p.y)]));
  return lensAt(eye, at, size * fill * 1.02, aspect);
}

/** How high the ground is where the eye is and where the measured side is, in studs. */
export type Grounds = { eye: number; side: number };
const FLAT: Grounds = { eye: 0, side: 0 };

export function barrelLens(view: BarrelView, studs: number, aspect: number, on: Grounds = FLAT): Lens {
  const [ax, ay, bx, by] = view.side.map((v) => v * studs) as [number, number, number, number];
  const eye = new Vector3(view.eye[0] * studs, EYE + on.eye, -view.eye[1] * studs);
  const at = new Vector3((ax + bx) / 2, 1.2 + on.side, -(ay + by) / 2);
  const across = Math.hypot(bx - ax, by - ay);
  return lensAt(eye, at, Math.max(3.1, (across * 0.75) / aspect + 1), aspect);
}

type Frame = { lens: Lens; width: number; height: number; studs: number; ground: number };

function quad(frame: Frame, a: Point, b: Point): Point[] {
  const at = ([x, y]: Point, height: number): Point => {
    const p = new Vector3(x * frame.studs, height + frame.ground, -y * frame.studs).applyMatrix4(frame.lens.both);
    return [((p.x + 1) / 2) * frame.width, ((1 - p.y) / 2) * frame.height];
  };
  return [at(a, BAND[0]), at(b, BAND[0]), at(b, BAND[1]), at(a, BAND[1])];
}

function trace(pen: CanvasRenderingContext2D, points: Point[]): void {
  pen.beginPath();
  points.forEach(([x, y], i) => {
    if (i) pen.lineTo(x, y);
    else pen.moveTo(x, y);
  });
  pen.closePath();
}

function hatch(pen: CanvasRenderingContext2D, points: Point[], step: number): void {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  pen.save();
  trace(pen, points);
  pen.clip();
  pen.fillStyle = "rgba(163, 32, 26, 0.22)";
  pen.fillRect(x0, y0, x1 - x0, y1 - y0);
  pen.strokeStyle = "rgba(163, 32, 26, 0.72)";
  pen.lineWidth = step * 0.42;
  pen.beginPath();
  for (let x = x0 - (y1 - y0); x < x1; x += step * 1.4) {
    pen.moveTo(x, y1);
    pen.lineTo(x + (y1 - y0), y0);
  }
  pen.stroke();
  pen.restore();
}

/** Draws the measured side over the picture: white dashed outline, hidden stretches hatched. */
export function drawMeasured(canvas: HTMLCanvasElement, lens: Lens, view: BarrelView, studs: number, ground = 0): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const frame = { lens, width: canvas.width, height: canvas.height, studs, ground };
  const [ax, ay, bx, by] = view.side;
  const on = (share: number): Point => [ax + (bx - ax) * share, ay + (by - ay) * share];
  const unit = canvas.width / BARREL_SIZE.width;
  for (const part of stretches(view.hidden)) {
    if (!part.hidden) continue;
    const points = quad(frame, on(part.from), on(part.to));
    hatch(pen, points, 7 * unit);
    trace(pen, points);
    pen.strokeStyle = BAD;
    pen.lineWidth = 1.5 * unit;
    pen.stroke();
  }
  trace(pen, quad(frame, on(0), on(1)));
  pen.setLineDash([5 * unit, 3.5 * unit]);
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = 2 * unit;
  pen.stroke();
}
