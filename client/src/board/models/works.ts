/** What armies build: bridges, bunkers, emplacements, wire, tank traps, a base, a fountain. The front is the left side, +y. */
import { pick, stream } from "../chance";
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, PLATE, rod, STUDDED, tube, wedge } from "./part";
import { deckAt, deckHeight, HIGH_BRIDGE } from "./rises";

/** A deck lies over the water and below the marks. */
const DECK = 0.66;
/** A deck of planks one drives on, up a ramp, over and down again. Low: stone parapets; high: steel sides on pillars. */
export function bridge(build: Build): Part[] {
  const { length: L, width: W } = build;
  const high = (build.height ?? 2.4) >= HIGH_BRIDGE;
  const count = Math.max(8, Math.round(L));
  const step = L / count;
  const planks = Array.from({ length: count }, (_, i) => {
    const x = -L / 2 + (i + 0.5) * step;
    const rise = deckAt(build, x) / PLATE;
    return box(x - step / 2, -W / 2, rise, step - 0.08, W, DECK, i % 2 ? PAINT.pine : PAINT.oak2);
  });
  const ramps = planks.flatMap((plank, i) => {
    const solid = plank.z > 0.2 && plank.z < deckHeight(build) / PLATE - 0.1;
    return solid ? [box(plank.x, -W / 2 + 0.1, 0, step, W - 0.2, plank.z, i % 2 ? PAINT.light2 : PAINT.light)] : [];
  });
  const top = (build.height ?? 2.4) / PLATE;
  const sides = high ? truss(L, W, top, deckHeight(build) / PLATE) : parapets(build, top);
  return [...planks, ...ramps, ...sides];
}

/** Walls along the deck that go up and down with it, arches below. */
function parapets(build: Build, top: number): Part[] {
  const { length: L, width: W } = build;
  const count = Math.max(6, Math.round(L / 2));
  const step = L / count;
  const stones = Array.from({ length: count }, (_, i) => {
    const x = -L / 2 + i * step;
    const deck = deckAt(build, x + step / 2) / PLATE;
    const wall = Math.min(top, deck + 3);
    return [
      box(x, W / 2 - 0.5, deck, step, 0.5, wall - deck, PAINT.light2),
      box(x, W / 2 - 0.6, wall, step, 0.6, 0.5, PAINT.light),
    ];
  });
  const piers = [-L / 6, L / 6 - 1].map((x) => box(x, W / 2 - 1, 0, 1, 1, deckHeight(build) / PLATE, PAINT.steel));
  const ends = [-L / 2, L / 2 - 1].map((x) => box(x, W / 2 - 1, 0, 1, 1, 4, PAINT.steel, STUDDED));
  return bothSides([...stones.flat(), ...piers, ...ends]);
}

function truss(L: number, W: number, top: number, deck: number): Part[] {
  const bays = Math.max(2, Math.round(L / 4));
  const bay = L / bays;
  const tall = Math.max(3, top - deck);
  const slant = (Math.atan2((tall - 2) * PLATE, bay) * 180) / Math.PI;
  const long = Math.hypot((tall - 2) * PLATE, bay);
  const sides = bothSides([
    box(-L / 2 + 2, W / 2 - 0.4, deck - 0.6, L - 4, 0.4, 1.6, PAINT.rust2),
    box(-L / 2, W / 2 - 0.4, deck + tall - 1, L, 0.4, 1, PAINT.rust2),
    ...[-L / 2, -L / 6, L / 6 - 1, L / 2 - 1].map((x) =>
      box(x, W / 2 - 1, 0, 1, 1, deck + tall + 1, PAINT.dark, STUDDED),
    ),
    ...Array.from({ length: bays }, (_, i) =>
      box(-L / 2 + (i + 0.5) * bay - long / 2, W / 2 - 0.35, deck + tall / 2 - 0.4, long, 0.3, 0.8, PAINT.rust, {
        pitch: i % 2 ? -slant : slant,
      }),
    ),
  ]);
  const ties = [-L / 2 + 0.25, L / 2 - 0.75].map((x) =>
    box(x, -W / 2 + 1, deck + tall - 0.4, 0.5, W - 2, 0.8, PAINT.rust2),
  );
  return [...sides, ...ties];
}

/** A work built looking ahead, turned so that its front is the left side of its footprint. */
const facingLeft =
  (work: (build: Build) => Part[]) =>
  (build: Build): Part[] =>
    work({ ...build, length: build.width, width: build.length }).map((part) => ({
      ...part,
      x: -(part.y + part.w / 2) - part.l / 2,
      y: part.x + part.l / 2 - part.w / 2,
      yaw: part.yaw + 90,
    }));

/** Concrete on all sides, sloped to the front; a wide mouth the gun looks out of. */
function gunHouse({ length: L, width: W, side = PAINT.white }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  return [
    box(-h, -v, 0, L, W, 1, PAINT.dark),
    box(-h, -v, 1, L - 1.4, W, 5, PAINT.light2),
    ...bothSides([wedge(h - 1.4, v - 0.9, 1, 1.4, 0.9, 6, PAINT.light2)]),
    box(h - 1.4, -v + 0.9, 1, 1.2, W - 1.8, 1.4, PAINT.light),
    box(h - 1.5, -v + 0.9, 2.4, 0.3, W - 1.8, 3.4, PAINT.black),
    rod(h - 1.5, -0.28, 3, 2.1, 0.56, 1.4, PAINT.dark),
    box(-h, -v, 6, L - 1, W, 2, PAINT.light, STUDDED),
    box(-h + 0.8, -v + 0.7, 8, L - 3, W - 1.4, 1, PAINT.light2, STUDDED),
    box(-h - 0.02, -0.7, 1, 0.1, 1.4, 4, PAINT.wood2),
    box(-h + 0.6, -v + 0.05, 8, 1, W - 0.1, 0.6, side),
  ];
}

/** A low round house with a slit all along its front, field glasses and a mast on the roof. */
function lookout({ length: L, width: W, side = PAINT.white }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  const dome = Math.min(L, W) * 0.9;
  return [
    box(-h, -v, 0, L, W, 1, PAINT.dark),
    box(-h, -v, 1, L - dome / 2, W, 4, PAINT.light2, STUDDED),
    tube(h - dome, -dome / 2, 1, dome, dome, 7, PAINT.light2),
    tube(h - dome - 0.03, -dome / 2 - 0.03, 5, dome + 0.06, dome + 0.06, 1.2, PAINT.black),
    tube(h - dome, -dome / 2, 8, dome, dome, 1, PAINT.leaf3),
    tube(h - dome * 0.75, -dome / 4, 9, dome / 2, dome / 2, 0.8, PAINT.leaf),
    ...bothSides([rod(h - dome / 2 - 0.2, 0.14, 9.8, 1.3, 0.4, 1, PAINT.black)]),
    tube(-h + 0.8, -0.12, 5, 0.24, 0.24, 12, PAINT.dark),
    box(-h + 1, -0.08, 13.6, 1.8, 0.16, 3, side),
  ];
}

export const artilleryBunker = facingLeft(gunHouse);
export const spottingBunker = facingLeft(lookout);

/** Sandbags laid like bricks along the front, with wings that reach back at both ends. */
export function emplacement({ length: L, width: W, seed }: Build): Part[] {
  const next = stream(`bags ${seed}`);
  const bag = (x: number, y: number, z: number, l: number, w: number): Part =>
    box(x + 0.04, y + 0.04, z, l - 0.08, w - 0.08, 1, pick([PAINT.tan, PAINT.shore2, PAINT.field2], next));
  const count = Math.max(2, Math.round(L / 1.2));
  const step = L / count;
  const wall = [0, 1, 2].flatMap((course) =>
    Array.from({ length: count - (course % 2) }, (_, i) =>
      bag(-L / 2 + (i + (course % 2) / 2) * step, 0, course, step, W / 2),
    ),
  );
  const wings = [-L / 2, L / 2 - step].flatMap((x) => [0, 1].map((z) => bag(x, -W / 2, z, step, W / 2)));
  return [...wall, ...wings];
}

/** Coils of wire between crossed stakes. */
export function wire({ length: L, width: W }: Build): Part[] {
  const count = Math.max(2, Math.round(L / 1.5));
  const step = L / count;
  const stakes = Array.from({ length: count + 1 }, (_, i) => -L / 2 + 0.15 + i * ((L - 0.3) / count)).flatMap((x) => [
    box(x - 0.14, -W / 2 + 0.1, 1.3, 0.28, W - 0.2, 0.7, PAINT.wood, { roll: 38 }),
    box(x - 0.14, -W / 2 + 0.1, 1.3, 0.28, W - 0.2, 0.7, PAINT.wood, { roll: -38 }),
  ]);
  const coils = Array.from({ length: count * 2 }, (_, i) => {
    const long = Math.hypot(step / 2, W * 0.7);
    const yaw = (i % 2 ? 1 : -1) * ((Math.atan2(W * 0.7, step / 2) * 180) / Math.PI);
    return box(-L / 2 + ((i + 0.5) * step) / 2 - long / 2, -0.07, 2.6, long, 0.14, 0.35, PAINT.black, { yaw });
  });
  const lines = bothSides([box(-L / 2, W * 0.34, 2.2, L, 0.12, 0.3, PAINT.dark)]);
  return [...stakes, ...lines, ...coils];
}

/** Hedgehogs: three crossed beams each, in a row. */
export function tankTrap({ length: L, width: W }: Build): Part[] {
  const count = Math.max(1, Math.round(L / 2));
  const size = Math.min(L / count, W) * 0.92;
  return Array.from({ length: count }, (_, i) => -L / 2 + ((i + 0.5) * L) / count).flatMap((x) => {
    const beam = (yaw: number, pitch: number): Part =>
      box(x - size / 2, -0.17, 1.4, size, 0.34, 0.85, yaw ? PAINT.dark : PAINT.rust2, { yaw, pitch });
    return [beam(0, 42), beam(120, 42), beam(240, 42), beam(30, 0)];
  });
}

/** A base: halls round a yard, a gate in front and the flag of its side. */
export function base({ length: L, width: W, side = PAINT.white }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  const deep = Math.min(3.4, W * 0.28);
  const hall = (x: number, y: number, l: number, w: number, top: number, roof: string): Part[] => [
    box(x, y, 0, l, w, top, PAINT.tan),
    box(x + 0.2, y + 0.2, top, l - 0.4, w - 0.4, 1, roof, STUDDED),
  ];
  return [
    box(-h, -v, 0, L, W, 0.5, PAINT.road),
    ...hall(-h, v - deep, L, deep, 12, PAINT.roof),
    ...hall(-h, -v, L, deep, 12, PAINT.roof),
    ...hall(-h, -v + deep, deep, W - 2 * deep, 16, PAINT.olive2),
    ...bothSides([box(h - 1, 1.6, 0, 1, v - deep - 1.6, 7, PAINT.light2)]),
    ...bothSides(
      Array.from({ length: Math.floor(L / 4) }, (_, i) => box(-h + 1.4 + i * 4, v - 0.05, 5, 1.6, 0.12, 4, PAINT.dark)),
    ),
    tube(0, -0.2, 0, 0.4, 0.4, 22, PAINT.dark),
    box(0.4, -0.1, 17, 3, 0.2, 5, side),
  ];
}

/** A round basin with a jet in the middle. */
export function fountain({ length: L, width: W }: Build): Part[] {
  const size = Math.min(L, W);
  const disc = (share: number, z: number, h: number, colour: string): Part =>
    tube((-size * share) / 2, (-size * share) / 2, z, size * share, size * share, h, colour);
  return [
    disc(1, 0, 2, PAINT.light),
    disc(0.84, 2, 0.1, PAINT.sea2),
    disc(0.24, 2, 3, PAINT.light2),
    disc(0.46, 5, 0.6, PAINT.light),
    disc(0.1, 5.6, 2.4, PAINT.glass),
  ];
}
