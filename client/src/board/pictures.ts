/** Pictures apart from the table's own: from the barrel, from a shooter's eye, and a model by itself. */

import { groundAt } from "./ground/relief";
import { emptyBatches, extentOf, pushModel } from "./instances";
import { barrelLens, drawMeasured, portraitLens } from "./looking/barrel";
import { drawSamples, eyeLens } from "./looking/eye";
import type { Body } from "./looking/views";
import { pieceParts, unitParts } from "./models/index";
import type { Painter } from "./painter";
import { type Passings, unitBatches } from "./standing";
import type { BarrelView, BoardScene, BoardUnit, EyeView } from "./types";

export type Size = { width: number; height: number };

/** What the rule's eye sees of the side it measures. */
export function barrelPicture(
  painter: Painter,
  scene: BoardScene,
  passings: Passings,
  view: BarrelView,
  size: Size,
): HTMLCanvasElement {
  const k = scene.studsPerUnit;
  const [ax, ay, bx, by] = view.side;
  const on = { eye: groundAt(scene, ...view.eye), side: groundAt(scene, (ax + bx) / 2, (ay + by) / 2) };
  const lens = barrelLens(view, k, size.width / size.height, on);
  const { solid } = unitBatches(scene, passings, view.shooter);
  const canvas = painter.shoot(solid, lens, size, { ground: true, sky: "#c9dbe6", fog: 120 });
  drawMeasured(canvas, lens, view, k, on.side);
  return canvas;
}

/** What an eye above the table sees of a target, with the samples of the rule as dots. */
export function eyePicture(
  painter: Painter,
  scene: BoardScene,
  passings: Passings,
  view: EyeView,
  size: Size,
): HTMLCanvasElement {
  const k = scene.studsPerUnit;
  const lens = eyeLens(view, k, size.width / size.height);
  const { solid } = unitBatches(scene, passings, view.shooter);
  const canvas = painter.shoot(solid, lens, size, { ground: true, sky: "#c9dbe6", fog: 400 });
  drawSamples(canvas, lens, view, k);
  return canvas;
}

/** How far the model of a unit reaches from its middle, and how high. */
export function bodyOf(unit: BoardUnit, studsPerUnit: number): Body {
  const content = emptyBatches();
  pushModel(content, unitParts(unit, studsPerUnit), { x: 0, y: 0, heading: 0 });
  const { low, high } = extentOf(content);
  const radius = Math.max(-low[0], high[0], -low[2], high[2]);
  return { x: unit.place.x * studsPerUnit, y: unit.place.y * studsPerUnit, radius, height: high[1] };
}

/** What is worth a look when all is over: who stands, what burns, and what has come off. */
export function leftOf({ units, pieces, studsPerUnit }: BoardScene): Body[] {
  const off = pieces.filter(({ model }) => model.startsWith("part."));
  return [
    ...units.map((unit) => bodyOf(unit, studsPerUnit)),
    ...off.map(({ place, length, width }): Body => {
      const radius = (Math.max(length, width) / 2) * studsPerUnit;
      return { x: place.x * studsPerUnit, y: place.y * studsPerUnit, radius, height: radius };
    }),
  ];
}

/** A unit or a piece by itself. */
export function portrait(
  painter: Painter,
  scene: BoardScene,
  what: { unit?: string; piece?: string },
  size: Size,
): HTMLCanvasElement {
  const k = scene.studsPerUnit;
  const unit = scene.units.find((each) => each.id === what.unit);
  const piece = scene.pieces.find((each) => each.id === what.piece);
  const content = emptyBatches();
  if (unit) pushModel(content, unitParts(unit, k), { x: 0, y: 0, heading: -38 });
  else if (piece) pushModel(content, pieceParts(piece, k), { x: 0, y: 0, heading: -38 });
  const lens = portraitLens(extentOf(content), size.width / size.height);
  return painter.shoot(content, lens, size, { ground: false, sky: null, fog: 900 });
}
