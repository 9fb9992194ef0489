/** Ground vehicles built from their recipe: the gun as long as it hits hard, the armour as thick, the engine as strong. */
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, type PartExtra, rod, STUDDED, tube, wedge } from "./part";
import { type Recipe, recipeOf } from "./recipes";
import { car, towedGun } from "./vehicles";

/** From so many points on a vehicle is fast, slow, well armoured; a gun so much stronger than the armour hunts tanks. */
const FAST = 9;
const SLOW = 4;
const ARMOURED = 4;
const THICK = 5;
const HUNTER = 3;

const gunLength = ({ ap }: Recipe): number => 0.4 + ap * 0.5;
const gunWidth = ({ ap }: Recipe): number => 0.24 + ap * 0.035;

/** A barrel from a place on, with a muzzle brake on the strong ones and a short fat tube for howitzers. */
function barrel(recipe: Recipe, x: number, z: number, trim: string, extra: PartExtra): Part[] {
  const howitzer = recipe.role === "spg" || recipe.role === "artillery";
  const d = gunWidth(recipe) * (howitzer ? 1.5 : 1);
  const l = gunLength(recipe) * (howitzer ? 0.75 : 1);
  const at = (from: number, long: number, wide: number, colour: string): Part =>
    rod(x + from, -wide / 2, z + (1 - wide * 2.5) / 2, long, wide, wide * 2.5, colour, extra);
  const brake = recipe.ap >= 5 ? [at(l - 0.5, 0.5, d * 1.6, PAINT.dark)] : [at(l - 0.2, 0.25, d * 1.2, PAINT.dark)];
  return [at(0, l, d, trim), ...brake];
}

function wheels(length: number, count: number, y: number, size: number, thick = 0.5): Part[] {
  const step = (length - size - 0.3) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) =>
    tube(-length / 2 + 0.15 + i * step, y - size / 2, (size / 2) * 2.5 - thick / 2, size, size, thick, PAINT.steel, {
      roll: 90,
    }),
  );
}

/** Tracks: few large wheels on what is fast, many small ones or plates over them on what is slow. */
function tracks({ length: L, width: W, body }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  const fast = recipe.mp >= FAST;
  const count = fast ? 4 : recipe.size === "heavy" ? 7 : 5;
  const size = fast ? 1.15 : 0.72;
  const skirt = recipe.mp <= SLOW ? [box(-h + 0.5, v - 0.12, 0.8, L - 1, 0.14, 1.8, body)] : [];
  return [
    ...bothSides([box(-h, v - 0.9, 0, L, 0.9, 2.2, PAINT.dark), ...skirt]),
    box(-h + 0.4, -v + 0.9, 0.5, L - 0.8, W - 1.8, 1.7, PAINT.black),
    ...wheels(L, count, v, size),
    ...wheels(L, count, -v, size),
  ];
}

const axles = (L: number): number[] => [L / 2 - 1.05, -L / 2 + 1.9, -L / 2 + 0.75];

function tyres({ length: L, width: W }: Build): Part[] {
  return [
    ...axles(L).flatMap((x) => bothSides([tube(x - 0.6, W / 2 - 0.9, 0.6, 1.2, 1.2, 0.9, PAINT.black, { roll: 90 })])),
    box(-L / 2, -W / 2 + 0.6, 1, L, W - 1.2, 1.2, PAINT.dark),
  ];
}

/** The deck: a glacis that leans more on the well armoured, vents of the engine (one for each 4 MP), boxes on the fenders. */
function deck({ length: L, width: W, body, trim, side }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  const nose = recipe.dp >= THICK ? 1.7 : recipe.dp >= ARMOURED ? 1.1 : 0.7;
  const vents = Math.max(1, Math.min(4, Math.ceil(recipe.mp / 4)));
  const inset = recipe.dp >= ARMOURED ? 0 : 0.55;
  const vent = (i: number): Part => box(-h + 0.2 + i * 0.36, -v * 0.55, 3.2, 0.2, v * 1.1, 0.3, PAINT.black);
  return [
    box(-h, -v + inset, 2.2, L - nose, W - 2 * inset, 1, body, STUDDED),
    wedge(h - nose, -v + inset, 2.2, nose, W - 2 * inset, 1, recipe.dp >= THICK ? trim : body),
    box(-h, -v * 0.7, 3.2, 0.15 + vents * 0.36, v * 1.4, 0.25, trim),
    ...Array.from({ length: vents }, (_, i) => vent(i)),
    ...(inset ? bothSides([box(-h, v - 0.75, 2.2, L, 0.75, 0.35, trim)]) : []),
    ...(recipe.dp >= THICK ? bothSides([box(-h + 0.6, v - 0.3, 1.4, L - 2, 0.34, 1.9, trim)]) : []),
    ...(side ? bothSides([box(-h + 0.15, v - 0.5, 3.2, 0.5, 0.4, 0.35, side)]) : []),
  ];
}

/** The walls of a turret by the way a nation builds; half its width is `s`. */
function shell(recipe: Recipe, s: number, tall: number, { body, trim }: Build): Part[] {
  const on: PartExtra = { turret: true };
  const studded: PartExtra = { turret: true, studs: true };
  const z = 3.7;
  if (recipe.turret === "round")
    return [
      tube(-1.15 * s, -1.05 * s, z, 2.1 * s, 2.1 * s, tall, body, studded),
      box(-1.75 * s, -0.65 * s, z + 0.3, 0.8 * s, 1.3 * s, tall - 0.5, body, on),
      box(0.6 * s, -0.55 * s, z + 0.2, 0.55 * s, 1.1 * s, tall - 0.4, trim, on),
    ];
  if (recipe.turret === "slope")
    return [
      box(-0.9 * s, -1 * s, z, 1.2 * s, 2 * s, tall, body, studded),
      wedge(0.3 * s, -1 * s, z, 0.95 * s, 2 * s, tall, body, on),
      wedge(-1.7 * s, -0.9 * s, z, 0.8 * s, 1.8 * s, tall, body, { turret: true, yaw: 180 }),
    ];
  if (recipe.turret === "tall")
    return [
      box(-0.9 * s, -0.8 * s, z, 1.7 * s, 1.6 * s, tall + 0.8, body, studded),
      tube(-0.8 * s, -0.45 * s, z + tall + 0.8, 0.9 * s, 0.9 * s, 0.8, trim, on),
    ];
  return [
    box(-1.3 * s, -1 * s, z, 2.1 * s, 2 * s, tall, body, studded),
    wedge(0.8 * s, -0.8 * s, z, 0.55 * s, 1.6 * s, tall, trim, on),
    box(-2 * s, -0.8 * s, z + 0.3, 0.65 * s, 1.6 * s, tall - 0.7, trim, on),
  ];
}

/** An open turret: walls without a roof, the breech and a seat inside. */
function openTurret(recipe: Recipe, s: number, { body, trim }: Build): Part[] {
  const on: PartExtra = { turret: true };
  const z = 3.7;
  return [
    box(-1.4 * s, -1 * s, z, 2.6 * s, 2 * s, 0.3, PAINT.black, on),
    ...bothSides([box(-1.4 * s, s - 0.25, z, 2.6 * s, 0.25, 2, body, on)]),
    box(-1.7 * s, -1 * s, z, 0.5 * s, 2 * s, 2.2, trim, on),
    wedge(1 * s, -0.9 * s, z, 0.5, 1.8 * s, 2, body, on),
    box(-0.4 * s, -0.2, z + 0.3, 1.4 * s, 0.4, 1, PAINT.steel, on),
    tube(-0.9 * s, 0.25 * s, z + 0.3, 0.5, 0.5, 0.8, PAINT.tan, on),
    ...barrel(recipe, 1.3 * s, z + 0.7, trim, on),
  ];
}

function turret(build: Build, recipe: Recipe): Part[] {
  const on: PartExtra = { turret: true };
  const base = { light: 0.82, medium: 1, heavy: 1.3, gun: 1, car: 0.7 }[recipe.size];
  const s = base * (0.8 + Math.min(8, recipe.ap) * 0.045);
  const ring = tube(-1.1 * s, -1.1 * s, 3.2, 2.2 * s, 2.2 * s, 0.5, PAINT.dark, on);
  if (recipe.role === "tank" && recipe.ap - recipe.dp >= HUNTER) return [ring, ...openTurret(recipe, s, build)];
  // a howitzer in a turret needs a house of its own
  const tall = recipe.role === "spg" ? 4.4 : 1.5 + recipe.dp * 0.16;
  return [
    ring,
    ...shell(recipe, s, tall, build),
    ...barrel(recipe, 0.95 * s, 3.7 + tall * 0.35, build.trim, on),
    tube(-0.95 * s, 0.1, 3.7 + tall, 0.7, 0.7, 0.55, build.trim, on),
  ];
}

/** A low closed house over the whole width: the gun looks only ahead. */
function casemate({ length: L, width: W, body, trim }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  const tall = 1.2 + recipe.dp * 0.14;
  return [
    box(-h + 1.7, -v + 0.2, 3.2, L - 3.6, W - 0.4, tall, body, STUDDED),
    wedge(h - 1.9, -v + 0.2, 3.2, 0.9, W - 0.4, tall, body),
    box(h - 1.8, -0.6, 3.4, 1, 1.2, 1.1, trim),
    ...barrel(recipe, h - 0.9, 3.5, trim, {}),
    ...cupola(recipe, -h + 2, 3.2 + tall, trim),
  ];
}

/** The hatch on a closed house, in the way of its country. */
function cupola({ turret: way }: Recipe, x: number, z: number, trim: string): Part[] {
  if (way === "round") return [tube(x, 0.1, z, 1.1, 1.1, 1, trim), rod(x + 1, 0.5, z + 0.2, 0.7, 0.2, 0.5, PAINT.dark)];
  if (way === "slope") return [box(x, -0.9, z, 0.9, 0.7, 0.4, trim), box(x, 0.2, z, 0.9, 0.7, 0.4, trim)];
  return [box(x, 0.2, z, 0.9, 0.9, way === "tall" ? 1.2 : 0.6, trim)];
}

/** An open house at the rear with high walls, the crew's floor and the breech to be seen from above. */
function openHouse({ length: L, width: W, body, trim }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  const back = -h + 0.5;
  const room = L * 0.52;
  const tall = 2.2 + recipe.dp * 0.25;
  return [
    box(back, -v + 0.1, 3.2, room, W - 0.2, 0.3, PAINT.tan),
    ...bothSides([box(back, v - 0.4, 3.2, room, 0.4, tall, body)]),
    box(back, -v, 3.2, 0.35, W, tall * 0.6, body),
    ...bothSides([wedge(back + room, 0.4, 3.2, 0.8, v - 0.4, tall, body)]),
    box(back + room * 0.35, -0.35, 3.6, room * 0.6, 0.7, 1.6, PAINT.steel),
    ...bothSides([tube(back + 0.6, v - 1.1, 3.5, 0.6, 0.6, 1, trim)]),
    ...barrel(recipe, back + room - 0.1, 4.4, trim, { pitch: 6 }),
  ];
}

/** A cab, a bonnet and an open bed with the gun on it. */
function truck({ length: L, width: W, body, trim }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  return [
    ...tyres({ length: L, width: W, body, trim, seed: "" }),
    box(-h, -v, 2.2, L * 0.55, W, 0.8, PAINT.wood, STUDDED),
    box(h - 2.4, -v + 0.3, 2.2, 1.3, W - 0.6, 2.8, body),
    box(h - 1.2, -v + 0.5, 3.6, 0.2, W - 1, 1.1, PAINT.glass),
    wedge(h - 1.1, -v + 0.6, 2.2, 1.1, W - 1.2, 1.6, trim),
    box(-h + L * 0.25, -v + 0.3, 3, 0.25, W - 0.6, 2.6, body),
    ...barrel(recipe, -h + L * 0.2, 5.6, trim, {}),
  ];
}

/** A gun on a cross of beams that turns all round, with a shield; for howitzers a heavier tube that points up. */
function emplacedGun({ length: L, width: W, body, trim }: Build, recipe: Recipe): Part[] {
  const [h, v] = [L / 2, W / 2];
  const on: PartExtra = { turret: true };
  return [
    box(-h, -0.3, 0, L, 0.6, 0.8, PAINT.dark),
    box(-0.3, -v, 0, 0.6, W, 0.8, PAINT.dark),
    ...[-h, h - 0.7].map((x) => box(x, -0.35, 0, 0.7, 0.7, 1.1, trim)),
    tube(-0.9, -0.9, 0.8, 1.8, 1.8, 1.2, trim),
    ...bothSides([box(0.2, 0.3, 2, 0.25, v * 0.75, 2.2 + recipe.dp * 0.25, body, on)]),
    box(-1, -0.3, 2.4, 1.6, 0.6, 1.4, PAINT.steel, on),
    ...barrel({ ...recipe, ap: recipe.ap + 2 }, 0.3, 2.8, trim, { turret: true, pitch: 14 }),
    tube(-1.1, 0.5, 2, 0.5, 0.5, 0.8, PAINT.tan, on),
  ];
}

/** The canvas screen and the screws of a swimming vehicle. */
function screen({ length: L, width: W }: Build): Part[] {
  const [h, v] = [L / 2, W / 2];
  return [
    ...bothSides([box(-h, v - 0.2, 2.4, L - 0.5, 0.2, 2.4, PAINT.canvas)]),
    box(-h, -v, 2.4, 0.2, W, 2.4, PAINT.canvas),
    box(h - 0.6, -v, 2.4, 0.2, W, 2.4, PAINT.canvas),
    ...bothSides([rod(-h - 0.3, 0.4, 0.6, 0.4, 0.8, 2, PAINT.gilt)]),
  ];
}

/** A head in the hatch and a pennant on its mast. */
/** Who looks out of a hatch so many plates up, and the pennant beside him. */
export function commander({ width: W, side = PAINT.white }: Build, z = 5.6): Part[] {
  return [
    tube(-0.85, W * 0.04, z, 0.6, 0.6, 1.1, PAINT.olive2, { turret: true }),
    tube(-0.8, W * 0.04 + 0.05, z + 1.1, 0.5, 0.5, 1, PAINT.tan, { turret: true }),
    tube(-1.3, -0.6, z, 0.14, 0.14, 5, PAINT.black, { turret: true }),
    box(-2.5, -0.58, z + 3, 1.2, 0.12, 2, side, { turret: true }),
  ];
}

function fighting(build: Build, recipe: Recipe): Part[] {
  if (recipe.mount === "turret") return turret(build, recipe);
  return recipe.role === "spg" && recipe.ap > recipe.dp ? openHouse(build, recipe) : casemate(build, recipe);
}

/** How wide each size is built in plates; what is so much wider is built of bricks, larger in every direction. */
const WIDE: Record<Recipe["size"], number> = { light: 3, medium: 3, heavy: 4, gun: 3, car: 2 };
const OF_BRICKS = 1.7;

const grown =
  (s: number) =>
  (part: Part): Part => ({
    ...part,
    ...{ x: part.x * s, y: part.y * s, z: part.z * s, l: part.l * s, w: part.w * s, h: part.h * s },
  });

/** All parts of the vehicle a model name describes, or nothing when it describes none. */
export function vehicle(model: string, build: Build): Part[] | undefined {
  const recipe = recipeOf(model);
  if (!recipe) return undefined;
  const s = vehicleScale(recipe, build.width);
  if (s === 1) return assembled(recipe, build);
  return assembled(recipe, { ...build, length: build.length / s, width: build.width / s }).map(grown(s));
}

/** How much larger than on a table of plates a vehicle of such a width is built. */
export function vehicleScale({ size }: Recipe, width: number): number {
  const s = width / WIDE[size];
  return s < OF_BRICKS ? 1 : s;
}

function assembled(recipe: Recipe, build: Build): Part[] {
  const rider = recipe.commander ? commander(build) : [];
  if (recipe.size === "car") return [...car(build), ...rider];
  if (recipe.size === "gun") return recipe.role === "artillery" ? emplacedGun(build, recipe) : towedGun(build);
  if (recipe.chassis === "truck") return truck(build, recipe);
  const stands = recipe.chassis === "wheels" ? tyres(build) : tracks(build, recipe);
  const swims = recipe.role === "amphibious" ? screen(build) : [];
  return [...stands, ...deck(build, recipe), ...fighting(build, recipe), ...swims, ...rider];
}
