/** Where everything on the table is seen, for tests: what a hand would have to touch. */
import { liftOf } from "../ground/relief";
import type { BoardProbe, BoardScene } from "../types";
import { type Look, lensOf, project } from "./views";

/** Units from above, in the scene and as they are looked at now; pieces as they are looked at now. */
export function placesOf(scene: BoardScene, look: Look): Pick<BoardProbe, "units" | "pieces"> {
  const k = scene.studsPerUnit;
  const [above, aslant] = [0, 1].map((share) => ({ ...look, scene: share })) as [Look, Look];
  const [aboveLens, aslantLens, lens] = [lensOf(above), lensOf(aslant), lensOf(look)];
  const units = scene.units.map((unit) => {
    const { id, model, of, level, turned } = unit;
    const at: [number, number, number] = [unit.place.x * k, unit.place.y * k, liftOf(scene, unit)];
    return {
      id,
      model,
      plan: project(aboveLens, above, ...at),
      scene: project(aslantLens, aslant, ...at),
      now: project(lens, look, ...at),
      ...(of === undefined ? {} : { of }),
      ...(level === undefined ? {} : { level }),
      ...(turned === undefined ? {} : { turned }),
    };
  });
  const pieces = scene.pieces.map(({ id, model, place, structure, open }) => ({
    id,
    model,
    now: project(lens, look, place.x * k, place.y * k),
    ...(structure ? { levels: structure.storeys.length + 1 } : {}),
    ...(open === undefined ? {} : { open }),
  }));
  return { units, pieces };
}
