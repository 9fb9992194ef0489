/** Monsters of the deep as part lists: a kraken with its arms on the water, a serpent in coils. */
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, tube, wedge } from "./part";

/** An arm from the body outwards: shorter and thinner joints, the last one raised. */
function arm(angle: number, reach: number, thick: number): Part[] {
  const joints = 5;
  const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return Array.from({ length: joints }, (_, i) => {
    const far = 0.42 + (0.58 * (i + 0.5)) / joints;
    const d = thick * (1 - (0.62 * i) / joints);
    const z = i === joints - 1 ? 2.6 : i === joints - 2 ? 1.6 : 0.4;
    const tall = i >= joints - 2 ? 3.4 : 2.2;
    const paint = i % 2 ? PAINT.ink_fish : PAINT.ink_fish2;
    return tube(c * reach * far - d / 2, s * reach * far - d / 2, z, d, d, tall, paint);
  });
}

/** A domed head with two eyes, eight arms round it, as long as its base. */
export function kraken({ length: L, width: W, flag }: Build): Part[] {
  const d = Math.min(W * 1.05, L * 0.5);
  const dome = (size: number, z: number, high: number, paint: string) =>
    tube(-(d * size) / 2 - L * 0.06, -(d * size) / 2, z, d * size, d * size, high, paint);
  const eye: Part[] = [
    tube(d * 0.28 - L * 0.06, d * 0.16, 4, 0.9, 0.9, 1.2, PAINT.white, { roll: 90, yaw: 60 }),
    box(d * 0.44 - L * 0.06, d * 0.28, 4.4, 0.34, 0.34, 0.8, PAINT.black),
  ];
  return [
    dome(1, 0, 4, PAINT.ink_fish),
    dome(0.86, 4, 3, PAINT.ink_fish2),
    dome(0.64, 7, 2, PAINT.ink_fish),
    dome(0.36, 9, 1.2, PAINT.ink_fish2),
    ...(flag ? [dome(1.04, 2, 0.8, flag)] : []),
    ...bothSides(eye),
    ...[0, 42, 96, 144, 180, 216, 264, 318].flatMap((angle) =>
      arm(angle, Math.abs(Math.cos((angle * Math.PI) / 180)) > 0.6 ? L / 2 : W / 2 + 0.7, 1.1),
    ),
  ];
}

/** Humps out of the water, a raised neck with an open mouth ahead. */
export function serpent({ length: L, width: W, flag }: Build): Part[] {
  const h = L / 2;
  const wide = Math.min(1.7, W * 0.8);
  const hump = (x: number, size: number, paint: string): Part[] => [
    tube(x - size / 2, -size / 2, -size / 0.9, size, size, wide / 0.4, paint, { roll: 90 }),
    wedge(x - 0.3, -0.15, size * 0.72, 0.7, 0.3, 1.6, PAINT.gilt),
  ];
  const head = h - 1.6;
  return [
    ...hump(-h + 1, 1.5, PAINT.scales2),
    ...hump(-h * 0.45, 2.2, PAINT.scales),
    ...hump(h * 0.12, 2.5, PAINT.scales2),
    box(head - 0.7, -wide / 2, 0, 1.3, wide, 3.4, PAINT.scales),
    box(head - 0.45, -wide * 0.42, 3.4, 1.2, wide * 0.84, 3, PAINT.scales2),
    ...(flag ? [box(head - 0.5, -wide * 0.45, 4.2, 1.3, wide * 0.9, 0.8, flag)] : []),
    box(head - 0.3, -wide * 0.46, 6.4, 1.2, wide * 0.92, 2.2, PAINT.scales),
    wedge(head + 0.9, -wide * 0.4, 6.6, 1.1, wide * 0.8, 1.8, PAINT.scales2),
    ...bothSides([box(head + 0.3, wide * 0.42, 7.4, 0.4, 0.2, 0.8, PAINT.white)]),
    wedge(head - 1.1, -0.15, 7.6, 0.9, 0.3, 1.8, PAINT.gilt, { yaw: 180 }),
  ];
}
