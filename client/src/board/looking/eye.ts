/** The shooter's eye: the target behind what covers it, and every sample of the rule as a dot, hidden ones crossed out. */
import { Vector3 } from "three";
import { BAD, WHITE } from "../colours";
import type { EyeView } from "../types";
import { lensAt } from "./barrel";
import type { Lens } from "./views";

/** A lens at the eye that shows the whole target with some room about it. */
export function eyeLens(view: EyeView, studs: number, aspect: number): Lens {
  const [x, y, z] = view.eye;
  const top = view.heights.at(-1) ?? 1;
  const eye = new Vector3(x * studs, z * studs, -y * studs);
  // what does not stand on the ground is looked at where it stands
  const foot = view.cells ? (view.heights[0] ?? 0) : 0;
  const at = new Vector3(view.centre[0] * studs, ((foot + top) * studs) / 2, -view.centre[1] * studs);
  return lensAt(eye, at, Math.max((top - foot) * 0.66, (view.width * 0.9) / aspect) * studs, aspect);
}

/** Where each sample is: an upright sheet through the target, square to the line from the eye. */
export function samplesOf(view: EyeView): { x: number; y: number; z: number; hidden: boolean }[] {
  const [dx, dy] = [view.centre[0] - view.eye[0], view.centre[1] - view.eye[1]];
  const away = Math.hypot(dx, dy) || 1;
  const left = [-dy / away, dx / away] as const;
  const count = view.hidden.length;
  return view.hidden.flatMap((rows, column) => {
    const aside = view.width / 2 - ((column + 0.5) * view.width) / count;
    return view.heights.map((z, row) => ({
      x: view.centre[0] + left[0] * aside,
      y: view.centre[1] + left[1] * aside,
      z,
      hidden: view.cells?.[column]?.[row] ?? row < rows,
    }));
  });
}

/** Draws the samples over a picture: free ones as white dots, hidden ones as red crosses. */
export function drawSamples(canvas: HTMLCanvasElement, lens: Lens, view: EyeView, studs: number): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const size = canvas.width / 110;
  for (const { x, y, z, hidden } of samplesOf(view)) {
    const p = new Vector3(x * studs, z * studs, -y * studs).applyMatrix4(lens.both);
    const [px, py] = [((p.x + 1) / 2) * canvas.width, ((1 - p.y) / 2) * canvas.height];
    pen.beginPath();
    if (hidden) {
      pen.moveTo(px - size, py - size);
      pen.lineTo(px + size, py + size);
      pen.moveTo(px - size, py + size);
      pen.lineTo(px + size, py - size);
      pen.lineWidth = size * 1.5;
      pen.strokeStyle = WHITE;
      pen.stroke();
      pen.lineWidth = size * 0.85;
      pen.strokeStyle = BAD;
      pen.stroke();
    } else {
      pen.arc(px, py, size * 0.85, 0, Math.PI * 2);
      pen.fillStyle = WHITE;
      pen.fill();
      pen.lineWidth = size * 0.4;
      pen.strokeStyle = "#16222b";
      pen.stroke();
    }
  }
}
