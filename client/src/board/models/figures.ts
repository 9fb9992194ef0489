/** Little people on round plates: a figure with legs, body, head and cap, a leader with a flag, a marker of soldiers. */
import { PAINT } from "../colours";
import { type Build, box, type Part, rod, tube } from "./part";

const SKIN = "#e9c46a";

/** The round plate everything here stands on, in the colour of its side. */
function plate({ length: d, side, trim }: Build): Part[] {
  return [tube(-d / 2, -d / 2, 0, d, d, 1, side ?? trim)];
}

function person(body: string, trim: string, scale: number, x = 0, y = 0): Part[] {
  const s = scale;
  const at = (w: number, l: number, z: number, h: number, colour: string): Part =>
    box(x - (l * s) / 2, y - (w * s) / 2, 1 + z * s, l * s, w * s, h * s, colour);
  const head = (d: number, z: number, h: number, colour: string): Part =>
    tube(x - (d * s) / 2, y - (d * s) / 2, 1 + z * s, d * s, d * s, h * s, colour);
  return [
    at(0.9, 0.55, 0, 3, trim),
    at(1.15, 0.7, 3, 3.4, body),
    head(0.72, 6.4, 1.7, SKIN),
    head(0.86, 7.8, 0.9, trim),
  ];
}

/** A rifle across the body, pointing ahead. */
const rifle = (s: number): Part => rod(-0.1, -0.55 * s, 1 + 4.4 * s, 1.5 * s, 0.2 * s, 0.5 * s, PAINT.dark);

/** One figure; as large as its plate is. */
export function figure(build: Build): Part[] {
  const scale = build.length / 2;
  return [...plate(build), ...person(build.body, build.trim, scale), rifle(scale)];
}

export function leader(build: Build): Part[] {
  const scale = build.length / 2;
  const [x, y] = [-0.35 * scale, 0.62 * scale];
  const flag = build.flag || build.side || build.trim;
  return [
    ...plate(build),
    ...person(build.body, build.trim, scale),
    tube(x - 0.09, y - 0.09, 1, 0.18, 0.18, 12.5 * scale, PAINT.wood),
    box(x - 1.25 * scale, y - 0.05, 1 + 9 * scale, 1.2 * scale, 0.1, 3.2 * scale, flag),
  ];
}

/** Small soldiers on one plate, as many as there are markers. */
export function soldiers(build: Build): Part[] {
  const count = Math.max(1, build.level ?? 4);
  const r = count === 1 ? 0 : build.length * 0.27;
  const men = Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI + Math.PI / 4;
    return person(build.body, build.trim, build.length / 5, Math.cos(angle) * r, Math.sin(angle) * r);
  });
  return [...plate(build), ...men.flat()];
}
