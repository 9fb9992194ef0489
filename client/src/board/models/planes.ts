/** Airplanes as part lists, from their footprint and what they carry: `plane.<dropped>-<fired>.<guns>`. */
import { PAINT } from "../colours";
import { type Build, bothSides, box, type Part, rod, tube, wedge } from "./part";

/** How high the belly of a plane is over the foot of its model, in plates: wheels and loads hang below. */
const BELLY = 3;

type Carried = { dropped: number; fired: number; rear: boolean };

function carried(model: string): Carried {
  const [, stores = "0-0", guns = "front"] = model.split(".");
  const [dropped = 0, fired = 0] = stores.split("-").map(Number);
  return { dropped, fired, rear: guns.includes("rear") };
}

/** The body: an engine with its propeller in front, a slim tail behind. */
function fuselage({ length: L, body, trim }: Build): Part[] {
  const h = L / 2;
  const z = BELLY;
  return [
    box(-h * 0.2, -0.75, z, L * 0.5, 1.5, 3, body),
    box(-h + 0.4, -0.45, z + 0.7, L * 0.42, 0.9, 2, body),
    rod(h * 0.8, -0.8, z - 0.4, L * 0.08, 1.6, 3.8, trim),
    rod(h - 0.3, -0.2, z + 1, 0.3, 0.4, 1, PAINT.black),
    box(h - 0.2, -1.9, z + 1.2, 0.12, 3.8, 0.6, PAINT.dark, { roll: 24 }),
  ];
}

/** Wings of bricks with tapered ends, the sign of the side on both, and the tail. */
function wings({ length: L, width: W, body, trim, side }: Build, cranked: boolean): Part[] {
  const v = W / 2;
  const chord = L * 0.24;
  const root = v * 0.4;
  const x = -chord / 2 + L * 0.1;
  const z = BELLY + 0.6;
  const mark = side ?? PAINT.white;
  const low = cranked ? z - 1 : z;
  return [
    ...bothSides([
      box(x, 0.6, low, chord, root, 0.8, body, { studs: true }),
      box(x, 0.6 + root, z, chord, v - root - 1.6, 0.8, body, { studs: true }),
      box(x + chord * 0.2, v - 1, z, chord * 0.6, 1, 0.8, trim),
      tube(x + chord / 2 - 0.85, v * 0.66 - 0.85, z + 0.8, 1.7, 1.7, 0.7, PAINT.white),
      tube(x + chord / 2 - 0.6, v * 0.66 - 0.6, z + 1.5, 1.2, 1.2, 0.2, mark),
      box(-L / 2, 0.3, BELLY + 1.4, L * 0.13, W * 0.15, 0.6, trim),
    ]),
    box(-L / 2, -0.2, BELLY + 1.4, L * 0.13, 0.4, 3.6, mark),
    wedge(-L / 2 + L * 0.13, -0.2, BELLY + 2.4, 0.8, 0.4, 2.4, trim),
  ];
}

/** One seat under a bubble, or a long glasshouse with a gun that looks back. */
function cockpit({ length: L, trim }: Build, rear: boolean): Part[] {
  const z = BELLY + 3;
  if (!rear) return [box(-0.3, -0.5, z, 1.2, 1, 1.3, PAINT.glass), wedge(0.9, -0.5, z, 0.6, 1, 1.3, PAINT.glass)];
  return [
    wedge(L * 0.12 + 0.3, -0.5, z, 0.6, 1, 1.3, PAINT.glass),
    ...[0, 1, 2].map((i) => box(L * 0.12 - 0.7 - i * 1.15, -0.5, z, 0.95, 1, 1.3, PAINT.glass)),
    box(L * 0.12 - 3.2, -0.55, z, 3.6, 1.1, 0.5, trim),
    rod(L * 0.12 - 4.8, -0.14, z + 0.6, 1.9, 0.28, 0.7, PAINT.black),
  ];
}

/** What is dropped hangs under the belly and the inner wings, what is fired on rails under the outer ones. */
function stores({ length: L, width: W }: Build, { dropped, fired }: Carried): Part[] {
  /** Spread over both wings, an odd one in the middle: 0, 1, -1, 2, -2 ... */
  const row = (count: number): number[] =>
    Array.from({ length: count }, (_, i) => {
      const at = i + (count % 2 ? 0 : 1);
      return (at % 2 ? 1 : -1) * Math.ceil(at / 2);
    });
  return [
    ...row(dropped).map((at) => rod(-0.4, at * W * 0.14 - 0.4, 0.4, 1.9, 0.8, 2, PAINT.dark)),
    ...row(fired).flatMap((at) => {
      const y = Math.sign(at || 1) * W * 0.3 + (Math.abs(at) - 1) * 0.8 * Math.sign(at || 1);
      return [
        rod(L * 0.02, y - 0.2, 1.8, 3, 0.4, 1, PAINT.white),
        rod(L * 0.02 + 3, y - 0.2, 1.8, 0.5, 0.4, 1, PAINT.brick),
      ];
    }),
  ];
}

/** Wheels that stay out under a plane that dives. */
const spats = ({ width: W, trim }: Build): Part[] =>
  bothSides([box(0.6, W * 0.19, 0.4, 1.7, 0.6, 2.4, trim), tube(0.9, W * 0.19 - 0.05, 0.5, 1, 0.7, 1, PAINT.black)]);

export function plane(model: string, build: Build): Part[] | undefined {
  if (model.split(".")[0] !== "plane") return undefined;
  const load = carried(model);
  return [
    ...fuselage(build),
    ...wings(build, load.rear),
    ...cockpit(build, load.rear),
    ...stores(build, load),
    ...(load.rear ? spats(build) : []),
  ];
}
