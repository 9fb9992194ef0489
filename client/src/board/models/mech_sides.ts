/** Shoulders and arms of Mechs, built for the left side; the right ones are their mirror images. */
import { PAINT } from "../colours";
import { across, type Coat } from "./mech_bodies";
import { box, mirrored, type Part, rod, STUDDED, tube, wedge } from "./part";

type Side = "left" | "right";

/** The mount every shoulder sits on. */
const mount = (coat: Coat): Part[] => [box(-1.5, 2.2, 17, 3, 1.8, 1, coat.trim)];
const block = (coat: Coat, h = 4): Part => box(-1.5, 2, 18, 3, 2, h, coat.side, STUDDED);

/** Tubes of a rack, in rows of two, with red tips that show what is in them. */
function tubes(x: number, z: number, rows: number, length: number): Part[] {
  return Array.from({ length: rows * 2 }, (_, i) => {
    const [y, up] = [2.2 + (i % 2) * 0.9, z + Math.floor(i / 2) * 1.9];
    return [
      rod(x, y, up, length, 0.7, 1.6, PAINT.dark),
      rod(x + length - 0.1, y + 0.12, up + 0.3, 0.3, 0.46, 1.1, "#a8412f"),
    ];
  }).flat();
}

const SHOULDERS: Record<string, (coat: Coat) => Part[]> = {
  S0: (coat) => [...mount(coat), box(-1, 2.1, 18, 2, 1.6, 1, coat.side, STUDDED)],
  S1: (coat) => [
    ...mount(coat),
    block(coat, 3),
    wedge(1.5, 2, 17.4, 1.6, 2, 4.2, coat.side),
    wedge(-1, 3.3, 21, 2, 0.8, 2.4, PAINT.light, { yaw: 90 }),
    box(-1.5, 3.8, 17, 3, 0.5, 4, coat.trim),
  ],
  S2: (coat) => [
    ...mount(coat),
    block(coat, 2.4),
    box(-1.4, 1.9, 20.4, 2.6, 2.2, 4.4, coat.trim),
    ...tubes(0.6, 20.7, 2, 0.9),
  ],
  S3: (coat) => [
    ...mount(coat),
    block(coat),
    box(-1.5, 2, 22, 3, 2.1, 3.2, coat.trim),
    ...tubes(1.2, 22.8, 1, 0.7),
    wedge(-2.1, 2.1, 22, 0.6, 1.9, 3, coat.trim, { yaw: 180 }),
  ],
  S4: (coat) => [
    ...mount(coat),
    block(coat),
    tube(-0.8, 2.2, 22, 1.6, 1.6, 1.6, coat.trim),
    rod(0.4, 2.4, 22.3, 2, 0.4, 1, PAINT.dark),
    rod(0.4, 3.1, 22.3, 2, 0.4, 1, PAINT.dark),
  ],
  S5: (coat) => [
    ...mount(coat),
    block(coat, 3),
    box(-1.7, 2.5, 21, 2.6, 1.1, 2, PAINT.dark),
    rod(0.8, 2.75, 21.3, 3.2, 0.6, 1.4, PAINT.steel),
    rod(3.7, 2.65, 21.1, 0.5, 0.8, 1.8, PAINT.black),
  ],
  S6: (coat) => [
    ...mount(coat),
    block(coat),
    box(-1.4, 3, 22, 2.2, 1, 2.4, coat.trim),
    rod(0.8, 3.2, 22.5, 2.2, 0.55, 1.4, PAINT.dark),
    tube(-0.9, 1.9, 22, 0.3, 0.3, 2.4, PAINT.dark),
    tube(-1.5, 1.3, 24.2, 1.5, 1.5, 0.5, PAINT.light),
    wedge(1.5, 2, 18, 0.7, 2, 3.4, coat.side),
  ],
};

/** Upper arm and elbow. */
const upper = (coat: Coat): Part[] => [
  box(-0.8, 2.6, 12.6, 1.6, 1.3, 4.4, coat.trim),
  across(0, 3.25, 12.6, 1.7, 1.7, PAINT.dark),
];
const forearm = (coat: Coat, l: number): Part => box(-1, 2.3, 9.6, l, 1.9, 2.6, coat.body);

const ARMS: Record<string, (coat: Coat) => Part[]> = {
  A0: (coat) => [...upper(coat), forearm(coat, 2.4), box(1.4, 2.4, 9.4, 1.2, 1.7, 2.8, PAINT.steel, STUDDED)],
  A1: (coat) => [
    ...upper(coat),
    forearm(coat, 3),
    wedge(2, 2.3, 9.6, 2.4, 0.6, 2.2, PAINT.light),
    wedge(2, 3.6, 9.6, 2.4, 0.6, 2.2, PAINT.light),
    wedge(2, 2.95, 11.6, 2, 0.6, 1.2, PAINT.light),
  ],
  A2: (coat) => [
    ...upper(coat),
    forearm(coat, 2.6),
    box(1.6, 2.9, 9.2, 3.6, 0.5, 3, PAINT.light),
    wedge(5.2, 2.9, 9.2, 1.2, 0.5, 3, PAINT.light),
    ...[2.2, 3.2, 4.2].map((x) => box(x, 2.85, 12.2, 0.5, 0.6, 0.7, PAINT.black)),
    box(1.4, 2.5, 9, 0.5, 1.5, 3.6, PAINT.dark),
  ],
  A3: (coat) => [
    ...upper(coat),
    forearm(coat, 3),
    rod(2, 2.8, 10, 2, 0.9, 1.8, PAINT.white),
    rod(4, 2.95, 10.3, 0.5, 0.6, 1.2, PAINT.glass),
    box(-0.6, 2.6, 12.2, 1.8, 1.2, 0.8, PAINT.glass),
  ],
  A4: (coat) => [
    ...upper(coat),
    box(-1.4, 2.2, 9.4, 4, 2.1, 3.4, coat.body, STUDDED),
    rod(2.4, 2.5, 9.6, 3.4, 1.4, 3, PAINT.dark),
    rod(5.4, 2.35, 9.3, 0.7, 1.7, 3.6, PAINT.black),
  ],
  A5: (coat) => [
    ...upper(coat),
    forearm(coat, 3.2),
    box(2, 2.4, 10, 4.8, 0.5, 1.8, PAINT.steel),
    box(2, 3.6, 10, 4.8, 0.5, 1.8, PAINT.steel),
    box(2, 2.9, 10.4, 4, 0.7, 0.8, PAINT.glass),
    box(4, 2.3, 9.8, 0.4, 1.9, 2.2, PAINT.dark),
  ],
  A6: (coat) => [
    ...upper(coat),
    forearm(coat, 4.2),
    rod(3.1, 2.75, 9.9, 2.8, 1, 2, PAINT.dark),
    across(0.6, 3.25, 8.4, 1.7, 1.2, coat.trim),
  ],
  A7: (coat) => [
    ...upper(coat),
    forearm(coat, 2.8),
    rod(1.8, 2.9, 10.2, 1.8, 0.7, 1.4, PAINT.dark),
    rod(3.5, 2.7, 9.8, 0.7, 1.1, 2.2, "#c8541c"),
    across(-0.6, 3.25, 8.4, 1.5, 1.6, "#a8412f"),
  ],
  A8: (coat) => [
    ...upper(coat),
    forearm(coat, 2.8),
    rod(1.8, 2.35, 9.8, 2, 0.85, 2, PAINT.dark),
    rod(1.8, 3.3, 9.8, 2, 0.85, 2, PAINT.dark),
    box(0.4, 2.5, 12.2, 1.6, 1.5, 0.6, PAINT.steel),
  ],
};

const onSide = (parts: Part[], side: Side): Part[] => (side === "left" ? parts : parts.map(mirrored));

/** A shoulder by its module and side; nothing where none is mounted. */
export const shoulderOf = (module: string, side: Side, coat: Coat): Part[] =>
  module ? onSide((SHOULDERS[module] ?? SHOULDERS.S0)?.(coat) ?? [], side) : [];

/** An arm by its module and side; nothing where none is mounted. */
export const armOf = (module: string, side: Side, coat: Coat): Part[] =>
  module ? onSide((ARMS[module] ?? ARMS.A0)?.(coat) ?? [], side) : [];
