/** Running gear and turrets of vehicles: what stands where a Mech has legs and a torso. Studs and plates, as for Mechs. */
import { PAINT } from "../colours";
import { across, type Coat } from "./mech_bodies";
import { bothSides, box, type Part, rod, STUDDED, tube, wedge } from "./part";

/** The deck the turret stands on, and the race it turns on. */
const DECK = 9;

/** Wheels of one size side by side, half sunk behind what covers them. */
const wheelRow = (places: readonly number[], y: number, z: number, size: number, wide: number): Part[] =>
  places.map((x) => across(x, y, z, size, wide, PAINT.steel));

/** A hull between its tracks or wheels: a leaning bow, an engine deck with vents, the colour of the side at the rear. */
function hull(coat: Coat, wide: number): Part[] {
  const v = wide / 2;
  return [
    box(-3.7, -v, 2.4, 6.4, wide, 5.6, coat.body),
    wedge(2.7, -v, 2.4, 1.2, wide, 5.6, coat.trim),
    box(-3.7, -v, 8, 6.2, wide, 1, coat.body, STUDDED),
    ...[-3.4, -2.95, -2.5].map((x) => box(x, -v * 0.6, DECK, 0.25, v * 1.2, 0.25, PAINT.black)),
    tube(-2.3, -2.3, DECK, 4.6, 4.6, 0.7, PAINT.dark),
  ];
}

/** A run of track with sloped ends and a row of road wheels; half its width is 0.9. */
function track(coat: Coat, top: number, wheels: readonly number[]): Part[] {
  const h = top - 1;
  return [
    box(-2.9, 2.15, 1, 5.8, 1.8, h, PAINT.black),
    wedge(2.9, 2.15, 1.6, 1, 1.8, h - 0.6, PAINT.black),
    wedge(-3.9, 2.15, 1.6, 1, 1.8, h - 0.6, PAINT.black, { yaw: 180 }),
    ...wheelRow(wheels, 3.95, 3.1, 1.5, 0.3),
    box(-3.8, 2.1, top, 7.4, 1.85, 0.8, coat.trim, STUDDED),
  ];
}

const RUNNING_GEAR: Record<string, (coat: Coat) => Part[]> = {
  V1: (coat) => [
    ...hull(coat, 4.4),
    ...bothSides([...track(coat, 6.6, [-2.6, -0.9, 0.9, 2.6]), box(-3.7, 3.2, 7.4, 1, 0.7, 1, coat.side)]),
  ],
  V2: (coat) => [
    ...hull(coat, 4.4),
    ...bothSides([
      ...track(coat, 7.2, [-2.7, -1.35, 0, 1.35, 2.7]),
      box(-3.3, 3.75, 3.6, 6.4, 0.3, 4, coat.body),
      box(-3.7, 2.4, 8, 1.4, 1.4, 1, coat.side, STUDDED),
    ]),
    box(3.4, -1.6, 2, 0.5, 3.2, 3, PAINT.steel),
  ],
  V3: (coat) => [
    ...hull(coat, 3.8),
    ...bothSides([
      ...[-2.7, 0, 2.7].flatMap((x) => [
        across(x, 3.1, 3.4, 2.4, 1.5, PAINT.black),
        across(x, 3.9, 3.4, 1.1, 0.2, coat.side),
      ]),
      box(-3.8, 1.9, 7, 7.4, 1.9, 0.8, coat.trim),
    ]),
  ],
};

/** The roof that the shoulders stand on, as high as those of a vehicle are hung. */
const roof = (coat: Coat): Part[] => [box(-1.6, -4, 13.4, 3, 8, 0.8, coat.trim)];

function barrel(x: number, z: number, length: number, thick: number): Part[] {
  const h = thick * 2.5;
  return [
    box(x - 0.5, -thick, z - 0.5, 0.9, thick * 2, h + 1, PAINT.dark),
    rod(x, -thick / 2, z, length, thick, h, PAINT.steel),
    rod(x + length - 0.3, -thick * 0.7, z - thick * 0.5, 0.6, thick * 1.4, h * 1.4, PAINT.black),
  ];
}

const mast = (x: number, y: number, z: number): Part[] => [
  tube(x, y, z, 0.3, 0.3, 24.6 - z, PAINT.dark),
  box(x - 0.2, y - 0.4, 24.1, 0.7, 1.1, 0.8, PAINT.light),
];

const TURRETS: Record<string, (coat: Coat) => Part[]> = {
  U1: (coat) => [
    box(-2.4, -2.2, 9.7, 4, 4.4, 4.6, coat.body),
    wedge(1.6, -2, 9.7, 1.3, 4, 4.2, coat.body),
    box(-3.2, -1.7, 10.4, 0.8, 3.4, 3, coat.trim),
    ...roof(coat),
    box(-2, -1.6, 14.3, 3.2, 3.2, 2.2, coat.body, STUDDED),
    tube(-0.9, -0.8, 16.5, 1.6, 1.6, 1, coat.trim),
    box(1.2, -1, 14.5, 0.3, 2, 1.4, PAINT.glass),
    ...barrel(2.6, 11, 3.2, 0.8),
    ...mast(-1.8, 0.9, 16.5),
  ],
  U2: (coat) => [
    tube(-2.1, -2.1, 9.7, 4.2, 4.2, 4.4, coat.body),
    wedge(1.2, -1.3, 9.7, 1.2, 2.6, 3.6, coat.trim),
    ...roof(coat),
    wedge(-0.6, -1.1, 14.2, 1.8, 2.2, 2.6, PAINT.glass),
    box(-1.8, -1.1, 14.2, 1.2, 2.2, 2.4, coat.body, STUDDED),
    ...barrel(2, 11, 2.2, 0.45),
    ...mast(-1.6, -0.6, 16.6),
  ],
  U3: (coat) => [
    box(-3, -2.2, 9.7, 4.4, 4.4, 5, coat.body),
    wedge(1.4, -1.6, 9.7, 1.6, 3.2, 4.6, coat.trim),
    ...roof(coat),
    box(-2.6, -1.4, 14.7, 2.2, 2.8, 1.6, coat.trim, STUDDED),
    rod(-0.2, -1.3, 14.7, 2, 0.8, 2, PAINT.black),
    rod(1.75, -1.25, 14.8, 0.1, 0.7, 1.75, PAINT.glass),
    ...barrel(2.6, 10.8, 5, 0.7),
    ...mast(-2, 0.5, 16.3),
  ],
};

/** How much lower than on a Mech the shoulders of a vehicle are hung. */
export const LOWER = 3.6;

/** A running gear by its module; undefined for legs. */
export const runningGear = (module: string, coat: Coat): Part[] | undefined => RUNNING_GEAR[module]?.(coat);

/** A turret by its module; a module nobody has drawn is a battle turret. */
export const turretOf = (module: string, coat: Coat): Part[] => (TURRETS[module] ?? TURRETS.U1)?.(coat) ?? [];

/** White pips on all four sides of the base: every direction is the main arc of a turret. */
export const pipsAllRound = (length: number, width: number): Part[] => [
  box(-length / 2 + 0.05, -0.5, 1, 0.6, 1, 0.6, PAINT.white),
  ...bothSides([box(-0.5, width / 2 - 0.65, 1, 1, 0.6, 0.6, PAINT.white)]),
];
