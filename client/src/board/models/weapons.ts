/** What a figure carries, told apart from above and from the side. Studs for a person on a plate of two studs, held ahead. */
import { PAINT } from "../colours";
import { box, type Part, rod, tube } from "./part";

/** Where the right hand is: across, and in plates above the ground. */
const [Y, Z] = [-1.2, 5.6];

const barrel = (l: number, d = 0.26, x = -0.4): Part => rod(x, Y - d / 2, Z, l, d, d * 2.5, PAINT.black);
const stock = (l = 1.1, colour: string = PAINT.wood): Part => box(-0.9, Y - 0.18, Z - 0.2, l, 0.36, 0.9, colour);
const magazine = (x: number, h = 1.4): Part => box(x, Y - 0.12, Z - h, 0.36, 0.24, h, PAINT.dark);

const WEAPONS: Record<string, () => Part[]> = {
  rifle: () => [stock(1.5), barrel(3)],
  repeater: () => [stock(), barrel(2.7), magazine(0.5)],
  battle_rifle: () => [stock(1.9), barrel(3.6, 0.32), magazine(0.7, 1.1)],
  carbine: () => [stock(1.5), barrel(2.1)],
  smg: () => [barrel(1.7, 0.34), magazine(0.5, 2), box(-0.9, Y - 0.1, Z, 0.6, 0.2, 0.5, PAINT.dark)],
  shotgun: () => [stock(1.3, PAINT.wood2), barrel(2.1, 0.46), box(0.4, Y - 0.3, Z - 0.3, 0.7, 0.6, 0.6, PAINT.wood)],
  sniper_rifle: () => [stock(1.6), barrel(4.4, 0.22), rod(0, Y - 0.16, Z + 0.9, 1.2, 0.32, 0.8, PAINT.dark)],
  support: () => [
    stock(1.2),
    barrel(3.9, 0.42),
    box(0.2, Y - 0.55, Z - 1, 0.8, 1.1, 1.2, PAINT.dark),
    rod(3.2, Y - 0.3, Z - 0.2, 0.4, 0.6, 1.5, PAINT.steel),
    box(2.2, Y - 0.5, 0.6, 0.14, 0.14, Z - 0.6, PAINT.steel),
    box(2.2, Y + 0.36, 0.6, 0.14, 0.14, Z - 0.6, PAINT.steel),
  ],
  rocket: () => [
    rod(-1.9, -1.05, 8.2, 4.2, 0.7, 1.75, PAINT.leaf3),
    rod(2.1, -1.25, 7.7, 0.9, 1.1, 2.75, PAINT.brick),
    rod(-2.2, -1.15, 8, 0.4, 0.9, 2.2, PAINT.dark),
  ],
  flamer: () => [
    barrel(2.2, 0.4),
    rod(1.6, Y - 0.36, Z - 0.4, 0.4, 0.72, 1.8, PAINT.brick),
    tube(-1.5, 0.02, 4.4, 0.7, 0.7, 4, PAINT.steel),
    tube(-1.5, -0.72, 4.4, 0.7, 0.7, 4, PAINT.steel),
  ],
  mortar: () => [
    box(0.9, -0.7, 0.6, 1.4, 1.4, 0.4, PAINT.dark),
    rod(0.9, -0.3, 3.2, 2.6, 0.6, 1.5, PAINT.black, { pitch: 58 }),
  ],
  pistol: () => [barrel(1, 0.24, 0.9), box(0.9, Y - 0.1, Z - 0.9, 0.3, 0.2, 1, PAINT.wood)],
  grenade: () => [
    tube(0.7, Y - 0.3, 7.4, 0.6, 0.6, 1.5, PAINT.leaf3),
    box(0.9, Y - 0.1, 5.6, 0.2, 0.2, 1.9, PAINT.wood),
  ],
  none: () => [],
};
/** Other words for the same thing. */
const ALIKE: Record<string, string> = {
  machine_gun: "support",
  bazooka: "rocket",
  sniper: "sniper_rifle",
  soldier: "rifle",
};

const named = (word: string): string => ALIKE[word] ?? word;
export const isWeapon = (word: string): boolean => named(word) in WEAPONS;

/** The weapon of a name; a rifle for a name nobody knows. */
export const weapon = (word: string): Part[] => (WEAPONS[named(word)] ?? WEAPONS.rifle ?? (() => []))();

/** How a weapon lies: at this share of its size, beside the next one. */
const [LAID, BESIDE] = [0.8, 0.55];

/** Weapons that lie on the ground, small and side by side: `dropped.carbine+grenade`. */
export function droppedWeapons(model: string): Part[] | undefined {
  const [family, words = ""] = model.split(".");
  if (family !== "dropped") return undefined;
  const names = words.split("+").filter(isWeapon);
  const flat = (name: string, i: number): Part[] => {
    const whole = weapon(name);
    const low = Math.min(...whole.map((part) => part.z));
    const aside = (i - (names.length - 1) / 2) * BESIDE;
    return whole.map((part) => ({
      ...part,
      ...{ x: (part.x - 0.6) * LAID, l: part.l * LAID, y: (part.y - Y) * LAID + aside, w: part.w * LAID },
      // what is high in the hands is low on the ground
      ...{ z: (part.z - low) * 0.3, h: Math.min(part.h, 1.2) * LAID },
    }));
  };
  return names.flatMap(flat);
}
