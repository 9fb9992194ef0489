/** Dice as bricks: a cube with its number on top, the brick that lies flat or on its side, the die of two colours. */
import { PAINT } from "../colours";
import { type Build, box, type Part, PLATE, tube } from "./part";

/** "die.cube.5", "die.brick.1.hit", "die.colours.0.hit": its look, the number that fell, whether that is a hit. */
const DIE = /^die\.(cube|brick|colours)\.(\d+)(?:\.(hit))?$/;

/** Where the pips of each face lie, on a grid of three by three counted from 0. */
const PIPS: Record<number, number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** The pips of one face, lifted out of it a little so that they are seen from far away. */
function topPips(face: number, size: number): Part[] {
  const dot = size * 0.22;
  return (PIPS[face] ?? []).map((at) => {
    const x = ((at % 3) - 1) * size * 0.29 - dot / 2;
    const y = (Math.floor(at / 3) - 1) * size * 0.29 - dot / 2;
    return tube(x, y, size / PLATE - 0.1, dot, dot, 0.25, PAINT.black);
  });
}

/** Pips on the side that is looked at across the table: a number that can stand beside the one on top. */
function sidePips(face: number, size: number): Part[] {
  const beside = face === 1 || face === 6 ? 2 : 1;
  const dot = size * 0.22;
  return (PIPS[beside] ?? []).flatMap((at) => {
    const across = ((at % 3) - 1) * size * 0.29;
    const up = (Math.floor(at / 3) + 0.5) * size * 0.29 + size * 0.065;
    const side = (y: number): Part =>
      tube(across - dot / 2, y - dot / 2, up / PLATE - 0.125, dot, dot, 0.25, PAINT.black, { roll: 90 });
    return [side(-size / 2), side(size / 2)];
  });
}

function cube(face: number, hit: boolean, size: number, side: string): Part[] {
  const half = size / 2;
  return [
    box(-half, -half, 0, size, size, size / PLATE, PAINT.white),
    // a foot in the colour of who threw it; a broad one under a die that hits
    box(-half - 0.12, -half - 0.12, 0, size + 0.24, size + 0.24, hit ? 1 : 0.4, side),
    ...topPips(face, size),
    ...sidePips(face, size),
  ];
}

/** Two by two with a plate and one stud in the middle of it: on its side, or flat. */
function brick(hit: boolean, size: number, side: string): Part[] {
  const half = size / 2;
  if (hit)
    return [
      box(-half, -half, 0, size * 0.62, size, size / PLATE, PAINT.oak),
      box(size * 0.12, -half, 0, size * 0.2, size, size / PLATE, side),
      tube(size * 0.32 - 0.15, -0.3, size / 2 / PLATE - 0.5, 0.6, 0.6, 1, PAINT.oak, { pitch: 90 }),
    ];
  return [
    box(-half, -half, 0, size, size, (size * 0.62) / PLATE, PAINT.oak),
    box(-half, -half, (size * 0.62) / PLATE, size, size, (size * 0.2) / PLATE, side),
    tube(-0.35, -0.35, (size * 0.82) / PLATE, 0.7, 0.7, 0.6, PAINT.oak),
  ];
}

/** A die by its name, as it came to rest. */
export function die(model: string, { length, side }: Build): Part[] | null {
  const found = DIE.exec(model);
  if (!found) return null;
  const [, look, face = "", word] = found;
  const owner = side ?? PAINT.dark;
  if (look === "brick") return brick(word === "hit", length, owner);
  if (look === "colours") {
    const half = length / 2;
    return [box(-half, -half, 0, length, length, length / PLATE, word === "hit" ? PAINT.brick : PAINT.light)];
  }
  return cube(Number(face), word === "hit", length, owner);
}
