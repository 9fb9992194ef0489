/** Legs and torsos of Mechs, one builder a module; the numbers are studs and plates of the building sheet. */
import { PAINT } from "../colours";
import { bothSides, box, type Part, rod, STUDDED, tube, wedge } from "./part";

/** What a module is painted with. */
export type Coat = { body: string; trim: string; side: string };

/** A round part lying across: its middle, its diameter and how wide it is, all in studs but the height. */
export function across(x: number, y: number, z: number, size: number, wide: number, colour: string): Part {
  const plates = wide / 0.4;
  return tube(x - size / 2, y - size / 2, z - plates / 2, size, size, plates, colour, { roll: 90 });
}

/** Grey pips for the arcs to the two sides of a Mech. */
const sidePips = (width: number): Part[] => bothSides([box(-0.5, width / 2 - 0.65, 1, 1, 0.6, 0.6, PAINT.steel)]);

/** The base of 8x8 with a white pip for the front and those of the other arcs. */
export function base(length: number, width: number, pips = sidePips(width)): Part[] {
  const [h, v] = [length / 2, width / 2];
  return [
    box(-h, -v, 0, length, width, 1, PAINT.dark, STUDDED),
    box(h - 0.65, -0.5, 1, 0.6, 1, 0.6, PAINT.white),
    ...pips,
  ];
}

const hip = (coat: Coat, wide = 4.4): Part[] => [
  box(-1.2, -wide / 2, 12.6, 2.4, wide, 1.8, coat.trim),
  tube(-1, -1, 14.4, 2, 2, 1.2, PAINT.dark),
];

function striderLegs(coat: Coat): Part[] {
  return [
    ...bothSides([
      box(-1.2, 1, 1, 2.6, 1.6, 0.8, coat.trim),
      wedge(1.4, 1, 1, 1.2, 1.6, 0.8, coat.trim),
      box(-0.6, 1.2, 1.8, 1.1, 1.2, 5.2, coat.body),
      across(0, 1.8, 7.6, 1.4, 1.5, coat.trim),
      box(-1.4, 1.3, 8, 1.2, 1.1, 4.8, coat.body, { yaw: 0 }),
      box(0.2, 1.45, 8.6, 0.5, 0.8, 2.4, PAINT.steel),
    ]),
    ...hip(coat, 4),
  ];
}

function trooperLegs(coat: Coat): Part[] {
  return [
    ...bothSides([
      box(-1.4, 0.8, 1, 3, 2, 1.2, coat.trim),
      wedge(1.6, 0.8, 1, 1.1, 2, 1.2, coat.trim),
      box(-0.9, 1, 2.2, 1.8, 1.6, 5, coat.body),
      across(0.05, 1.8, 8.1, 1.7, 1.7, coat.trim),
      box(-1.2, 1.1, 9, 1.9, 1.4, 4.2, coat.body),
    ]),
    ...hip(coat),
  ];
}

function bulwarkLegs(coat: Coat): Part[] {
  return [
    ...bothSides([
      box(-2, 0.7, 1, 3.8, 2.6, 1.6, coat.trim, STUDDED),
      wedge(1.8, 0.7, 1, 1.2, 2.6, 1.6, coat.trim),
      box(-1.2, 0.9, 2.6, 2.4, 2.2, 5, coat.body),
      box(1.2, 1.1, 3, 0.5, 1.8, 4, coat.trim),
      box(-1.4, 0.8, 7.6, 2.8, 2.4, 1.6, PAINT.dark),
      box(-1.3, 0.9, 9.2, 2.6, 2.2, 3.6, coat.body),
      box(-1.5, 2.9, 8.2, 3, 0.5, 4.2, coat.side),
    ]),
    ...hip(coat, 5),
  ];
}

function crawlerQuad(coat: Coat): Part[] {
  const leg = (x: number, yaw: number): Part[] =>
    bothSides([
      box(x - 0.9, 2.3, 1, 1.8, 1.5, 0.8, coat.trim, { yaw }),
      box(x - 0.5, 2.5, 1.8, 1, 1, 7, coat.body, { yaw }),
      across(x, 3, 9.2, 1.5, 1.3, coat.trim),
      box(x - 0.5, 1.1, 8.8, 1, 1.6, 2, coat.body),
    ]);
  return [
    ...leg(2.2, 12),
    ...leg(-2.2, -12),
    box(-2.8, -1.4, 8.6, 5.6, 2.8, 3, coat.body, STUDDED),
    box(-2.2, -1.8, 11.6, 4.4, 3.6, 1.4, coat.trim),
    ...hip(coat, 3.6),
  ];
}

function sprinterLegs(coat: Coat): Part[] {
  return [
    ...bothSides([
      wedge(0.4, 1.2, 1, 2.4, 1.1, 1, coat.side),
      box(-1, 1.2, 1, 1.4, 1.1, 1, coat.trim),
      box(-0.9, 1.3, 2, 0.8, 0.9, 4, coat.body),
      across(-0.7, 1.75, 6.4, 1.1, 1.2, coat.trim),
      box(-0.6, 1.35, 6.6, 2, 0.9, 1.6, coat.body),
      across(1.2, 1.75, 8.2, 1.2, 1.2, coat.trim),
      box(-0.4, 1.3, 8.6, 1.3, 1, 4.2, coat.body),
      wedge(-1.6, 1.35, 9, 1.1, 0.9, 3, coat.side, { yaw: 180 }),
    ]),
    ...hip(coat, 3.8),
  ];
}

const LEGS: Record<string, (coat: Coat) => Part[]> = {
  L1: striderLegs,
  L2: trooperLegs,
  L3: bulwarkLegs,
  L4: crawlerQuad,
  L5: sprinterLegs,
};

const cab = (coat: Coat, z: number): Part[] => [
  box(-0.7, -0.9, z, 2, 1.8, 2.2, coat.trim),
  wedge(1.3, -0.8, z, 0.7, 1.6, 1.8, PAINT.glass),
];

function scoutTorso(coat: Coat): Part[] {
  return [
    box(-1.6, -2, 15.6, 3, 4, 4.4, coat.body, STUDDED),
    wedge(1.4, -1.6, 15.6, 1.6, 3.2, 3, coat.trim),
    wedge(0.4, -1.3, 20, 1.9, 2.6, 2.6, PAINT.glass),
    box(-1.5, -1.3, 20, 1.9, 2.6, 2.4, coat.body, STUDDED),
    rod(-2.6, -0.6, 16.4, 1, 1.2, 3, PAINT.dark),
  ];
}

function lineTorso(coat: Coat): Part[] {
  return [
    box(-2, -2, 15.6, 4, 4, 5.4, coat.body, STUDDED),
    wedge(2, -2, 15.6, 1.3, 4, 5, coat.body),
    ...cab(coat, 21),
    box(-2.5, -1.4, 16.4, 0.5, 2.8, 3.4, PAINT.dark),
  ];
}

function commandTorso(coat: Coat): Part[] {
  return [
    box(-2, -2, 15.6, 4, 4, 5.4, coat.body, STUDDED),
    box(2, -1.5, 16.2, 0.8, 3, 3.8, coat.side),
    box(-1.2, -1.4, 21, 2.8, 2.8, 1.8, coat.trim, STUDDED),
    wedge(1.6, -1.2, 21, 0.6, 2.4, 1.6, PAINT.glass),
    tube(-1.7, -1.2, 22, 0.4, 0.4, 6.5, PAINT.dark),
    tube(-1.9, 0.5, 22.8, 1.6, 1.6, 0.5, PAINT.light),
    tube(-1.2, 1.2, 21, 0.3, 0.3, 2, PAINT.dark),
  ];
}

function fortressTorso(coat: Coat): Part[] {
  return [
    box(-2.6, -2, 15.2, 5, 4, 6.6, coat.body),
    box(-2.8, -2, 17, 0.9, 4, 3.6, coat.trim),
    box(2.4, -1.8, 15.8, 0.7, 3.6, 3.2, coat.trim),
    wedge(2.4, -1.8, 19, 0.8, 3.6, 2.6, coat.body),
    box(-2.2, -1.8, 21.8, 4, 3.6, 1, coat.trim, STUDDED),
    box(0.6, -0.8, 22.8, 1.4, 1.6, 1, PAINT.dark),
    box(1.9, -0.7, 23, 0.2, 1.4, 0.5, PAINT.glass),
  ];
}

function gunneryTorso(coat: Coat): Part[] {
  return [
    box(-2, -2, 15.6, 3.6, 4, 4.6, coat.body, STUDDED),
    wedge(1.6, -1.4, 15.6, 2.6, 2.8, 4, coat.body),
    ...cab(coat, 20.2),
    rod(0.6, 1, 20.6, 2, 0.8, 2, PAINT.black),
    rod(2.5, 1.05, 20.7, 0.15, 0.7, 1.75, PAINT.glass),
    box(-2.6, -1.2, 16.6, 0.6, 2.4, 2.4, PAINT.dark),
  ];
}

const TORSOS: Record<string, (coat: Coat) => Part[]> = {
  T1: scoutTorso,
  T2: lineTorso,
  T3: commandTorso,
  T4: fortressTorso,
  T5: gunneryTorso,
};

/** Legs by their module; a module nobody has drawn stands on the Trooper's. */
export const legsOf = (module: string, coat: Coat): Part[] => (LEGS[module] ?? trooperLegs)(coat);

/** A torso by its module. */
export const torsoOf = (module: string, coat: Coat): Part[] => (TORSOS[module] ?? lineTorso)(coat);
