/** Ships as part lists: long ship, galleon, brig and steamer, scaled by their length, a stern flag for the fleet. */
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, rod, STUDDED, tube, wedge } from "./part";

/** Where the straight sides end and the bow begins to narrow, in studs behind the bow point. */
const taperOf = (length: number) => Math.min(4, length * 0.28);

type Wood = { low: string; side: string; rail: string };

/** Keel, sides, two steps to the bow, and a rail: what every ship is built on. The waterline is one plate up. */
function hull({ length: L, width: W }: Build, wood: Wood, high = 3): Part[] {
  const [h, v, t] = [L / 2, W / 2, taperOf(L)];
  const main = L - t;
  const top = 2 + high;
  return [
    box(-h + 0.4, -v + 0.35, 0, main - 0.4, W - 0.7, 2, wood.low),
    box(-h, -v, 2, main, W, high, wood.side, STUDDED),
    box(h - t, -v * 0.76, 1.4, t * 0.56, W * 0.76, high + 0.6, wood.side, STUDDED),
    wedge(h - t * 0.44, -v * 0.4, 1.9, t * 0.42, W * 0.4, high + 0.1, wood.side),
    ...bothSides([box(-h, v - 0.22, top, main, 0.24, 0.7, wood.rail)]),
  ];
}

/** Gun ports with muzzles along both sides, one every two studs. */
function guns({ length: L, width: W }: Build, z: number): Part[] {
  const v = W / 2;
  const room = L - taperOf(L) - 1.6;
  const count = Math.max(1, Math.floor(room / 2));
  return Array.from({ length: count }, (_, i) => -L / 2 + 0.9 + ((i + 0.5) * room) / count).flatMap((x) =>
    bothSides([
      box(x - 0.4, v - 0.08, z, 0.8, 0.14, 1.2, PAINT.dark),
      tube(x - 0.2, v + 0.05, z - 0.05, 0.4, 0.4, 1.2, PAINT.black, { roll: 90 }),
    ]),
  );
}

type Rig = { x: number; z: number; high: number; sails: number; wide: number; flag: string };

/** A mast with square sails, the widest below; a stripe of the fleet on each, a pennant at the top. */
function mast({ x, z, high, sails, wide, flag }: Rig): Part[] {
  const parts = [tube(x - 0.3, -0.3, z, 0.6, 0.6, high, PAINT.wood2)];
  const room = (high - 3) / sails;
  for (let i = 0; i < sails; i++) {
    const w = wide * (1 - 0.2 * i);
    const low = z + 3 + i * room;
    const tall = room * 0.8;
    parts.push(box(x - 0.16, -w / 2, low + tall, 0.42, w, 0.7, PAINT.wood));
    const sail = Math.round(x * 10) * 10 + i;
    parts.push(box(x + 0.22, -w / 2 + 0.15, low, 0.25, w - 0.3, tall, PAINT.canvas, { sail }));
    if (flag) parts.push(box(x + 0.2, -w / 2 + 0.14, low + tall * 0.36, 0.3, w - 0.28, tall * 0.28, flag, { sail }));
  }
  if (flag) parts.push(box(x - 1.5, -0.08, z + high - 1.8, 1.5, 0.16, 1.8, flag));
  return parts;
}

/** The ensign on its staff over the stern, and a cloth on deck that tells the fleet from above. */
function ensign({ length: L, width: W, flag }: Build, z: number): Part[] {
  if (!flag) return [];
  const h = L / 2;
  const cloth = Math.min(2, W * 0.5);
  return [
    tube(-h + 0.1, -0.12, z, 0.24, 0.24, 6.5, PAINT.wood2, { pitch: 12 }),
    box(-h - 1.6, -0.08, z + 3.2, 1.7, 0.16, 3, flag),
    box(-h + 0.45, -cloth / 2, z, cloth * 0.8, cloth, 0.35, flag),
  ];
}

function bowsprit({ length: L }: Build, z: number): Part[] {
  const long = Math.min(3.6, L * 0.2);
  return [rod(L / 2 - long * 0.6, -0.18, z, long, 0.36, 0.9, PAINT.wood2, { pitch: 16 })];
}

/** Broad, high at the stern, as many masts as she is long. */
export function galleon(build: Build): Part[] {
  const { length: L, width: W, flag = "" } = build;
  const [h, v] = [L / 2, W / 2];
  const castle = Math.max(1.6, L * 0.22);
  const places = L >= 16 ? [0.16, -0.11, -0.37] : L >= 10 ? [0.14, -0.2] : [0];
  const tall = Math.min(28, 12 + L * 0.8);
  const heights = [0.86, 1, 0.74];
  return [
    ...hull(build, { low: PAINT.wood2, side: PAINT.oak, rail: PAINT.gilt }),
    ...guns(build, 2.8),
    box(-h, -v, 5, castle, W, 3, PAINT.oak2, STUDDED),
    ...bothSides([box(-h, v - 0.06, 6.2, castle, 0.12, 0.6, PAINT.gilt)]),
    box(-h, -v * 0.76, 8, castle * 0.5, W * 0.76, 2, PAINT.oak, STUDDED),
    box(-h - 0.08, -v * 0.6, 5.8, 0.16, W * 0.6, 1.5, PAINT.glass),
    box(h - taperOf(L) - L * 0.06, -v * 0.74, 5, L * 0.14, W * 0.74, 1.6, PAINT.oak2, STUDDED),
    ...bowsprit(build, 5.6),
    ...places.flatMap((x, i) =>
      mast({
        x: x * L,
        z: i === 2 ? 8 : 5,
        high: tall * (heights[i] ?? 1),
        sails: L >= 16 ? 2 : 1,
        wide: W * (i === 2 ? 1 : 1.35),
        flag,
      }),
    ),
    ...ensign(build, 10),
  ];
}

/** Slim and dark with a pale band, two masts, a gaff sail aft; small ones are cutters with one mast. */
export function brig(build: Build): Part[] {
  const { length: L, width: W, flag = "" } = build;
  const [h, v] = [L / 2, W / 2];
  const main = L - taperOf(L);
  const two = L >= 11;
  const tall = Math.min(26, 11 + L * 0.8);
  const aft = two ? -0.2 * L : 0.04 * L;
  const gaff = Math.min(L * 0.24, 4.6);
  return [
    ...hull(build, { low: PAINT.oak, side: PAINT.tar, rail: PAINT.canvas }, 2.4),
    ...bothSides([box(-h, v - 0.05, 3.1, main, 0.1, 0.8, PAINT.canvas)]),
    ...guns(build, 2.9),
    box(-h, -v * 0.8, 4.4, Math.max(1.2, L * 0.12), W * 0.8, 1.4, PAINT.pine, STUDDED),
    box(-0.08 * L - 0.6, -v * 0.4, 4.4, 1.4, W * 0.4, 0.8, PAINT.pine),
    ...bowsprit(build, 4.8),
    ...(two ? mast({ x: 0.15 * L, z: 4.4, high: tall, sails: 2, wide: W * 1.3, flag }) : []),
    ...mast({ x: aft, z: 4.4, high: tall * (two ? 0.92 : 1), sails: two ? 2 : 1, wide: W * (two ? 1.15 : 1.3), flag }),
    box(aft - gaff - 0.3, -0.1, 7.4, gaff, 0.2, tall * 0.4, PAINT.canvas),
    rod(aft - gaff - 0.5, -0.14, 6.8, gaff + 0.6, 0.28, 0.7, PAINT.wood),
    ...ensign(build, 5.8),
  ];
}

/** Low and open, a tall stem at both ends, shields along the sides, oars, and one broad sail. */
export function longship(build: Build): Part[] {
  const { length: L, width: W, flag = "" } = build;
  const [h, v, t] = [L / 2, W / 2, taperOf(L)];
  const benches = Math.max(2, Math.floor((L - t - 2) / 1.5));
  const along = (i: number) => -h + 1.2 + ((i + 0.5) * (L - t - 1.8)) / benches;
  const stem = (x: number, way: number): Part[] =>
    [0, 1, 2].map((i) =>
      box(x + way * (0.28 + i * 0.2) - 0.32, -0.28, 3.2 + i * 2.2, 0.64, 0.56, 2.4, i === 2 ? PAINT.gilt : PAINT.oak2),
    );
  return [
    ...hull(build, { low: PAINT.wood2, side: PAINT.pine, rail: PAINT.oak }, 1.8),
    ...Array.from({ length: benches }, (_, i) => along(i)).flatMap((x, i) =>
      bothSides([
        tube(x - 0.5, v - 0.02, 2.6, 1, 1, 0.35, i % 2 && flag ? flag : PAINT.canvas, { roll: 90 }),
        box(x - 0.09, v, 1.9, 0.18, 1.5, 0.35, PAINT.oak2, { yaw: -14 }),
      ]),
    ),
    ...Array.from({ length: benches }, (_, i) => box(along(i) - 0.25, -v + 0.25, 3.8, 0.5, W - 0.5, 0.4, PAINT.oak2)),
    ...stem(h - 0.7, 1),
    ...stem(-h + 0.3, -1),
    ...mast({ x: 0.02 * L, z: 3.8, high: Math.min(20, 9 + L * 0.7), sails: 1, wide: W * 1.5, flag }),
    ...ensign(build, 4),
  ];
}

/** An iron hull, a white house, a funnel with the fleet's band, and wheels in their boxes amidships. */
export function steamer(build: Build): Part[] {
  const { length: L, width: W, flag = "" } = build;
  const [h, v] = [L / 2, W / 2];
  const house = Math.max(2, L * 0.34);
  const paddle = Math.min(3.4, L * 0.2);
  const funnel = (x: number): Part[] => [
    tube(x - 0.65, -0.65, 7.4, 1.3, 1.3, 9, PAINT.black),
    ...(flag ? [tube(x - 0.68, -0.68, 12, 1.36, 1.36, 2, flag)] : []),
  ];
  return [
    ...hull(build, { low: PAINT.brick2, side: PAINT.dark, rail: PAINT.white }, 2.6),
    ...guns(build, 2.9),
    ...bothSides([
      tube(-paddle / 2, v - paddle / 2 + 0.35, 1.2, paddle, paddle, 0.9 / 0.4, PAINT.white, { roll: 90 }),
      tube(-paddle * 0.34, v - paddle * 0.34 + 0.5, 2.2, paddle * 0.68, paddle * 0.68, 1 / 0.4, flag || PAINT.brick, {
        roll: 90,
      }),
    ]),
    box(-house * 0.62, -v * 0.7, 4.6, house, W * 0.7, 2.8, PAINT.white, STUDDED),
    box(house * 0.1, -v * 0.62, 7.4, house * 0.28, W * 0.62, 2.4, PAINT.canvas, STUDDED),
    box(house * 0.38, -v * 0.56, 7.9, 0.12, W * 0.56, 1.2, PAINT.glass),
    ...funnel(L >= 14 ? -house * 0.16 : -house * 0.24),
    ...(L >= 20 ? funnel(-house * 0.5) : []),
    tube(h * 0.5 - 0.2, -0.2, 4.6, 0.4, 0.4, 16, PAINT.wood2),
    rod(h * 0.5 - 0.1, -0.12, 10, L * 0.12, 0.24, 0.6, PAINT.wood2),
    ...(flag ? [box(h * 0.5 - 1.4, -0.08, 18.6, 1.4, 0.16, 1.8, flag)] : []),
    ...ensign(build, 4.6),
  ];
}
