/** Vehicles as part lists: tanks with a turret, fixed guns, a towed gun, a car. */
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, rod, STUDDED, tube, wedge } from "./part";

function wheels(length: number, count: number, y: number, size: number): Part[] {
  const first = -length / 2 + 0.55;
  const step = (length - 1.1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, i) =>
    tube(first + i * step - size / 2, y - size / 2, size * 1.25 - 0.4, size, size, 0.5, PAINT.steel, { roll: 90 }),
  );
}

/** Tracks, wheels, deck and glacis: what every tracked vehicle stands on. */
function hull({ length: L, width: W, body, trim }: Build): Part[] {
  const h = L / 2;
  const v = W / 2;
  const count = L >= 7 ? 6 : 5;
  return [
    ...bothSides([box(-h, v - 1, 0, L, 1, 2, PAINT.dark)]),
    box(-h + 0.4, -v + 1, 0.5, L - 0.8, W - 2, 1.5, PAINT.black),
    ...wheels(L, count, v, 0.72),
    ...wheels(L, count, -v, 0.72),
    box(-h, -v, 2, L - 1, W, 1, body, STUDDED),
    wedge(h - 1, -v, 2, 1, W, 1, body),
    box(-h, -v, 3, 1.5, W, 0.5, trim),
    box(-h + 0.25, -0.5, 3.5, 1, 1, 0.3, PAINT.dark),
  ];
}

function turret({ width: W, body, trim }: Build, gun: number): Part[] {
  const s = W >= 4 ? 1.22 : 1;
  const on = { turret: true };
  return [
    tube(-1.1 * s, -1.1 * s, 3, 2.2 * s, 2.2 * s, 0.5, PAINT.dark, on),
    box(-1.4 * s, -1 * s, 3.5, 2.3 * s, 2 * s, 2, body, { studs: true, turret: true }),
    wedge(0.9 * s, -0.8 * s, 3.5, 0.6 * s, 1.6 * s, 1.9, trim, on),
    rod(1.2 * s, -0.16, 4.2, gun, 0.32, 0.8, trim, on),
    rod(1.2 * s + gun - 0.35, -0.22, 4.05, 0.4, 0.44, 1.1, PAINT.dark, on),
    tube(-1.2 * s, 0.05, 5.5, 0.85, 0.85, 0.6, trim, on),
  ];
}

export const tank =
  (gun: number) =>
  (build: Build): Part[] => [...hull(build), ...turret(build, gun)];

export const fixedGun =
  (gun: number) =>
  (build: Build): Part[] => {
    const { length: L, width: W, body, trim } = build;
    const h = L / 2;
    const v = W / 2;
    return [
      ...hull(build),
      box(-h + 1.6, -v, 3, L - 3.4, W, 1.6, body, STUDDED),
      wedge(h - 1.8, -v, 3, 0.8, W, 1.6, body),
      box(h - 1.6, -0.55, 3.4, 0.9, 1.1, 1, trim),
      rod(h - 0.8, -0.17, 3.6, gun, 0.34, 0.85, trim),
      tube(-h + 2, 0.4, 4.6, 0.8, 0.8, 0.5, trim),
    ];
  };

/** A gun on two wheels behind its shield, the trails spread to the rear. */
export function towedGun({ length: L, width: W, body, trim }: Build): Part[] {
  const h = L / 2;
  const v = W / 2;
  const shield = h - 1.4;
  return [
    ...bothSides([
      tube(shield - 0.9, v - 0.75, 0.6, 1.5, 1.5, 0.9, PAINT.dark, { roll: 90 }),
      box(-h, v * 0.42, 0.2, L * 0.62, 0.45, 0.8, trim, { yaw: 9 }),
      wedge(shield, v * 0.5 - 0.1, 1.4, 0.4, v * 0.5, 3.4, body),
    ]),
    box(shield - 0.7, -v + 0.6, 1.6, 0.9, W - 1.2, 0.6, trim),
    box(shield, -v * 0.5, 1.4, 0.4, v, 4, body),
    box(shield - 1.5, -0.45, 2.4, 1.9, 0.9, 1.2, trim),
    rod(shield - 0.4, -0.17, 2.8, 2.6, 0.34, 0.85, trim),
    rod(shield + 1.9, -0.24, 2.65, 0.5, 0.48, 1.2, PAINT.dark),
  ];
}

/** A scout car: four wheels, a sloped bonnet, an open back with a small gun. */
export function car({ length: L, width: W, body, trim }: Build): Part[] {
  const h = L / 2;
  const v = W / 2;
  const wheel = (x: number): Part[] =>
    bothSides([tube(x - 0.6, v - 0.85, 0.55, 1.2, 1.2, 1, PAINT.black, { roll: 90 })]);
  return [
    ...wheel(h - 1),
    ...wheel(-h + 1),
    box(-h, -v + 0.35, 1, L, W - 0.7, 1, PAINT.dark),
    box(-h, -v, 2, L - 1.6, W, 1.4, body, STUDDED),
    box(h - 1.6, -v + 0.2, 2, 0.6, W - 0.4, 1.2, body),
    wedge(h - 1, -v + 0.2, 2, 1, W - 0.4, 1.2, trim),
    box(-0.2, -v + 0.15, 3.4, 1.2, W - 0.3, 1.4, trim),
    box(0.9, -v + 0.35, 3.8, 0.16, W - 0.7, 0.9, PAINT.glass),
    tube(-h + 0.7, -0.55, 3.4, 1.1, 1.1, 0.8, PAINT.dark, { turret: true }),
    rod(-h + 1, -0.12, 4, 1.9, 0.24, 0.6, PAINT.black, { turret: true }),
  ];
}
