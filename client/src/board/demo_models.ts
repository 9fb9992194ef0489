/** A table with every sort of model on it, to compare them. Not part of the product. */
import type { BoardPiece, BoardScene, BoardUnit, Side } from "./index";

const STUD = 0.315;
const SIZES: Record<string, [number, number]> = {
  light: [5, 3],
  medium: [6, 3],
  heavy: [7, 4],
  gun: [4, 3],
  car: [4, 2],
};

const VEHICLES: readonly string[] = [
  "medium.turret.tank.4-4-8.round.tracks",
  "medium.turret.tank.5-2-16.round.tracks",
  "medium.turret.tank.6-3-10.round.tracks",
  "medium.turret.tank.4-4-8.box.tracks",
  "medium.turret.tank.5-4-7.box.tracks",
  "light.turret.tank.2-2-6.box.tracks",
  "light.turret.tank.1-1-3.tall.tracks",
  "heavy.turret.tank.8-6-9.box.tracks",
  "heavy.turret.tank.4-6-3.slope.tracks",
  "heavy.turret.spg.6-5-7.slope.tracks",
  "medium.turret.tank.5-5-10.slope.tracks",
  "medium.fixed.tank.5-4-7.box.tracks",
  "heavy.fixed.tank.9-5-6.box.tracks",
  "medium.fixed.tank.4-4-6.round.tracks",
  "light.fixed.spg.5-3-5.box.tracks",
  "medium.fixed.spg.5-3-6.round.tracks",
  "medium.fixed.spg.4-0-7.slope.truck",
  "light.turret.tank.3-2-6.slope.wheels",
  "medium.turret.amphibious.4-5-8.round.tracks",
  "gun.all_round.artillery.4-6-0.box.tracks",
  "gun.all_round.artillery.5-1-0.slope.tracks",
  "gun.all_round.spg.2-0-0.tall.tracks",
  "car.none.spotter.0-6-10.box.wheels",
  "medium.turret.tank.4-4-8.round.tracks.commander",
];

const vehicles = VEHICLES.map((words, i): BoardUnit => {
  const [length, width] = SIZES[words.split(".")[0] ?? ""] ?? [6, 3];
  const side: Side = i % 2 ? 1 : 0;
  const place = { x: 3 + (i % 8) * 3.2, y: 4 + Math.floor(i / 8) * 3.4, heading: 60 };
  const size = { length: length * STUD, width: width * STUD };
  return { id: `v${i}`, side, model: `vehicle.${words}`, ...size, place, status: "alive" };
});

function plane(id: string, side: Side, words: string, size: [number, number], x: number, y: number): BoardUnit {
  const [length, width] = [size[0] * STUD, size[1] * STUD];
  const place = { x, y, heading: 70 };
  return { id, side, model: `plane.${words}`, length, width, place, status: "alive", lift: length * 0.7 };
}

const planes: BoardUnit[] = [
  plane("p1", 0, "2-2.front", [10, 13], 33, 5),
  plane("p2", 1, "3-0.front+rear", [11, 14], 41, 5),
  { ...plane("p3", 1, "3-0.front+rear", [11, 14], 41, 12), status: "wreck", lift: 0 },
];

const FEATURES: readonly (readonly [string, number, number, number?])[] = [
  ["hill", 20, 16],
  ["large_water", 24, 12],
  ["shallow_water", 12, 12],
  ["mud", 12, 8],
  ["sand_dunes", 12, 8],
  ["forest", 12, 12],
  ["light_trees", 12, 12],
  ["mountain", 16, 12],
  ["base", 16, 12],
  ["building", 12, 8],
  ["house", 8, 8],
  ["artillery_bunker", 8, 4],
  ["spotting_bunker", 8, 4],
  ["emplacement", 6, 2],
  ["wire_obstacle", 6, 2],
  ["tank_trap", 4, 2],
  ["fountain", 4, 4],
  ["low_wall", 18, 1],
  ["wall", 18, 1],
  ["hedgerow", 18, 1],
];

/** Side by side, in lines across the table. */
function laid(): BoardPiece[] {
  let [x, y, deep] = [1, 15.4, 0];
  return FEATURES.map(([model, l, w]) => {
    const [length, width] = [l * STUD, w * STUD];
    if (x + length > 47) [x, y, deep] = [1, y + deep + 0.8, 0];
    const place = { x: x + length / 2, y: y + width / 2, heading: 0 };
    x += length + 0.8;
    deep = Math.max(deep, width);
    return { id: model, model, place, length, width };
  });
}

const bridge = (id: string, x: number, height: number): BoardPiece => {
  const place = { x, y: 17.3, heading: 90 };
  return { id, model: "bridges", place, length: 14 * STUD, width: 6 * STUD, height };
};

/** People of every weapon and rank, plates with markers, who lies and who is marked. */
const PEOPLE: readonly (readonly [string, Partial<BoardUnit>?])[] = [
  ["figure.rifle"],
  ["figure.repeater"],
  ["figure.battle_rifle"],
  ["figure.carbine.radio"],
  ["figure.smg.officer"],
  ["figure.shotgun"],
  ["figure.sniper_rifle.commando"],
  ["figure.support"],
  ["figure.rocket"],
  ["figure.flamer"],
  ["figure.mortar"],
  ["figure.grenade.engineer"],
  ["figure.pistol.commander"],
  ["figure.none.medic"],
  ["figure.none.spotter"],
  ["figure.leader"],
  ["figure.repeater.veteran"],
  ["figure.repeater", { prone: true }],
  ["figure.support", { prone: true }],
  ["figure.rifle", { markers: [{ id: "s", text: "S", shape: "ring", paint: "red" }] }],
  ["figure.rifle", { markers: [{ id: "h", text: "H", shape: "flag", paint: "white" }] }],
  ["figure.rifle", { status: "wreck", figure: "fallen" }],
];
const PLATES: readonly (readonly [string, number])[] = [
  ["soldiers", 4],
  ["soldiers", 3],
  ["soldiers", 2],
  ["soldiers", 1],
  ["soldiers", 6],
  ["soldiers.green", 4],
  ["soldiers.red-red", 2],
  ["soldiers.gold-blue", 4],
];
const LARGE: readonly (readonly [string, number, number])[] = [
  ["car.none.spotter.0-6-10.box.wheels", 10, 6],
  ["light.turret.tank.3-2-6.slope.wheels", 14, 8],
  ["heavy.turret.tank.8-6-9.box.tracks", 22, 12],
];

function person([model, more = {}]: (typeof PEOPLE)[number], i: number): BoardUnit {
  const place = { x: 4 + (i % 11) * 6, y: 6 + Math.floor(i / 11) * 8, heading: 70 };
  return { id: `f${i}`, side: i % 2 ? 1 : 0, model, length: 2, width: 2, round: true, place, status: "alive", ...more };
}

/** A table in studs with people, plates and the large vehicles beside them, and houses with somebody inside. */
export const people: BoardScene = {
  width: 72,
  height: 54,
  studsPerUnit: 1,
  ruler: "stud",
  ground: "plain",
  seed: "people",
  units: [
    ...PEOPLE.map(person),
    ...PLATES.map(
      ([model, count], i): BoardUnit => ({
        ...person([model], i),
        ...{ id: `p${i}`, length: 4, width: 4, soldiers: count, place: { x: 5 + i * 7, y: 22, heading: 70 } },
      }),
    ),
    ...LARGE.map(
      ([model, length, width], i): BoardUnit => ({
        ...{ id: `l${i}`, side: i === 1 ? 1 : 0, model: `vehicle.${model}`, length, width, status: "alive" },
        place: { x: 10 + i * 20, y: 34, heading: 30 },
      }),
    ),
    {
      ...person(["soldiers.green"], 0),
      id: "in",
      length: 4,
      width: 4,
      inside: "home",
      place: { x: 10, y: 46, heading: 0 },
    },
  ],
  pieces: [
    { id: "home", model: "house", place: { x: 10, y: 46, heading: 0 }, length: 8, width: 8 },
    { id: "empty", model: "house", place: { x: 24, y: 46, heading: 0 }, length: 8, width: 8 },
  ],
  zones: [],
};

export const gallery: BoardScene = {
  width: 48,
  height: 36,
  studsPerUnit: 1 / STUD,
  ruler: "in",
  ground: "plain",
  seed: "models",
  units: [...vehicles, ...planes],
  pieces: [...laid(), bridge("low", 10, 0.756), bridge("high", 13.4, 1.512)],
  zones: [],
};
