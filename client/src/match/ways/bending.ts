// Where something gets to that cannot turn at will: no bend sharper than agreed, and a leg of some length before the next.
// It comes round by the shortest legs at the sharpest bend, to either side, and from each of those places it sees a
// wedge ahead; straight back first, if that is offered, it sees others. Together they are all it can reach.
import type { Bend } from "../../protocol";
import type { Look, Outlook, Post, Ray } from "./reachable";

/** What looks out from a post, for the unit in hand. */
export interface Helm {
  ray(post: Post, angle: number): Ray;
  /** the post so far along a ray; null where the points do not pay for it */
  at(ray: Ray, length: number): Post | null;
  /** straight back from where nothing was done yet, so far; null where that is not offered or not free */
  backed(post: Post, length: number): Post | null;
  fan(post: Post, rays: readonly Ray[]): Outlook;
}

/** Degrees between two rays of a wedge, and beyond its edge to where there is nothing. */
const EVERY: Record<Look, number> = { coarse: 15, near: 15, round: 7.5 };
const BESIDE = 0.01;
/** Whoever has come all the way round is where he was. */
const ROUND = 360;
/** how much farther one ray goes than the next where something stands in the way, and how many such corners are tried */
const JUMP = 1;
const CORNERS = 6;
const BEYOND = [0.15, 0.5, 0.85];

const nothing = (angle: number): Ray => ({ angle, far: 0, post: null });

/** Everything ahead of a post, as far to either side as it may bend. */
function wedge(helm: Helm, post: Post, bend: Bend, every: number): Ray[] {
  const { heading } = post.place;
  const count = Math.max(1, Math.round((2 * bend.degrees) / every));
  const rays = Array.from({ length: count + 1 }, (_, i) =>
    helm.ray(post, heading - bend.degrees + (2 * bend.degrees * i) / count),
  );
  return [nothing(heading - bend.degrees - BESIDE), ...rays, nothing(heading + bend.degrees + BESIDE)];
}

/** The places on the way round to one side, each by another of the shortest legs. */
function comingRound(helm: Helm, from: Post, bend: Bend, side: 1 | -1): Post[] {
  const posts: Post[] = [];
  let at = from;
  for (let turned = bend.degrees; turned < ROUND; turned += bend.degrees) {
    const ray = helm.ray(at, at.place.heading + side * bend.degrees);
    const next = ray.far > bend.leg ? helm.at(ray, bend.leg) : null;
    if (!next) break;
    posts.push(next);
    at = next;
  }
  return posts;
}

const roundFrom = (helm: Helm, post: Post, bend: Bend): Post[] => [
  ...comingRound(helm, post, bend, 1),
  ...comingRound(helm, post, bend, -1),
];

/** Places beside what stands in the way: along a long ray next to a short one. */
function corners(helm: Helm, rays: readonly Ray[], bend: Bend): Post[] {
  const inside = rays.slice(1, -1);
  const jumps = inside.flatMap((one, i) => {
    const next = inside[i + 1];
    if (!next) return [];
    const [short, long] = one.far < next.far ? [one, next] : [next, one];
    return long.far - short.far > JUMP ? [{ short: short.far, long }] : [];
  });
  const widest = jumps.toSorted((a, b) => b.long.far - b.short - (a.long.far - a.short)).slice(0, CORNERS);
  return widest.flatMap(({ short, long }) =>
    BEYOND.flatMap((share) => helm.at(long, Math.max(bend.leg, short + (long.far - short) * share)) ?? []),
  );
}

/** Back by halves of the ruler's unit, as far as it goes; it comes round from the whole ones. */
function backwards(helm: Helm, post: Post, bend: Bend): Post[] {
  const posts: Post[] = [];
  for (let halves = 0; ; halves += 1) {
    const next = helm.backed(post, bend.leg + halves / 2);
    if (!next) return posts;
    posts.push(next, ...(halves % 2 === 0 ? roundFrom(helm, next, bend) : []));
  }
}

/** Whether some bend cannot even begin from a post, as the hull would swing into something or off the table. */
const isCramped = (rays: readonly Ray[]): boolean => rays.slice(1, -1).some((ray) => ray.far === 0);

/** Straight ahead by halves, as far as it goes, for whoever has no room to bend before; it comes round from there. */
function onwards(helm: Helm, post: Post, bend: Bend): Post[] {
  const ahead = helm.ray(post, post.place.heading);
  const posts: Post[] = [];
  for (let halves = 0; bend.leg + halves / 2 < ahead.far; halves += 1) {
    const next = helm.at(ahead, bend.leg + halves / 2);
    if (next) posts.push(next, ...roundFrom(helm, next, bend));
  }
  return posts;
}

/** How far it goes from a place on, by all the ways that bend no more than agreed. */
export function bentFans(helm: Helm, start: Post, bend: Bend, look: Look): Outlook[] {
  const every = EVERY[look];
  // a leg that is too short to be followed by another can only go on
  const last = start.begun.at(-1);
  const mayBend = !last || last.step.amount >= bend.leg - 1e-6;
  if (!mayBend) {
    const { heading } = start.place;
    const ahead = helm.ray(start, heading);
    return [helm.fan(start, [nothing(heading - 1), ahead, nothing(heading + 1)])];
  }
  const ahead = [start, ...roundFrom(helm, start, bend)];
  const back = look === "round" && start.begun.length === 0 ? backwards(helm, start, bend) : [];
  const seen = ahead.map((post) => ({ post, rays: wedge(helm, post, bend, every) }));
  const beyond = look === "round" ? seen.slice(0, 1 + CORNERS).flatMap(({ rays }) => corners(helm, rays, bend)) : [];
  const on = look === "round" && isCramped(seen[0]?.rays ?? []) ? onwards(helm, start, bend) : [];
  const behind = [...back, ...on, ...beyond.flatMap((post) => [post, ...roundFrom(helm, post, bend)])];
  return [
    ...seen.map(({ post, rays }) => helm.fan(post, rays)),
    ...behind.map((post) => helm.fan(post, wedge(helm, post, bend, EVERY.coarse))),
  ];
}
