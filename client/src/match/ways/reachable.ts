// Where a unit can really get to: what its points pay for with turns, sides and reverse, and what stands in the way.
// From where it stands rays go out as far as it can; where one ends early, it is looked round the corner from its
// neighbour. Preview only, like every way drawn by hand.
import type { Place, Point } from "../../board";
import { isDisc, type Outline } from "../../board/ground/discs";
import { bowOf, sailed } from "../../board/helm";
import { type Border, bodyAt, firstContact, NOTHING, pivotHit, placeAfter } from "../../board/ruler";
import type { StepOffer } from "../../protocol";
import { bentFans, type Helm } from "./bending";
import { folded } from "./measure";
import { type Begun, pricesOf, sumOf } from "./pricing";
import type { Fan } from "./region";
import { allowanceOf } from "./slowing";
import { type Gait, gaitOf, type Step } from "./steps";
import { type Goer, ruled } from "./ways";

/** A place on the way, and what was done to get there. */
export type Post = { place: Place; begun: Begun[] };

/** How far it goes from such a place. */
export type Outlook = Fan & { post: Post };

const EVERY = 5;
const SHARP = 0.35;
const SMALL = 1e-6;
/** how many corners are looked round at most, and at how many places beyond each */
const CORNERS = 6;
const BEYOND = [0.2, 0.6, 1];

const costOf = ({ offer, mover }: Goer, begun: readonly Begun[]): number => {
  const prices = pricesOf(offer, begun, mover.left);
  return sumOf(begun.map((one, i) => ({ ...one, cost: prices[i]?.cost ?? 0, ground: prices[i]?.ground ?? 0 })));
};

const stepOf = (sort: StepOffer, amount: number, heading: number): Step =>
  sort.motion === "straight" || sort.motion === "turn"
    ? { step: sort.step, amount }
    : { step: sort.step, amount, heading };

/** Whether the points pay for a way: ground on it may take some of them. */
const isAffordable = (goer: Goer, begun: readonly Begun[]): boolean =>
  costOf(goer, begun) <= allowanceOf(goer, begun) + SMALL;

/** The longest step of a sort behind others that the points still pay for. */
export function affordable(
  goer: Goer,
  before: readonly Begun[],
  sort: StepOffer,
  from: Place,
  heading: number,
): number {
  const { left } = goer.mover;
  const rest = left - costOf(goer, before);
  const isPaid = (amount: number): boolean =>
    isAffordable(goer, [...before, { sort, step: stepOf(sort, amount, heading), from }]);
  const [wide, deep] = [goer.field.border[2], goer.field.border[3]];
  const longest = sort.motion === "turn" ? 360 : Math.hypot(wide, deep);
  // what is rounded with earlier steps may hold a begun unit that is paid for already
  const spare = sort.whole ? sort.per : 0;
  let high = Math.min(longest, sort.price > 0 ? rest / sort.price + spare : Number.POSITIVE_INFINITY);
  if (high <= SMALL || isPaid(high)) return Math.max(0, high);
  let low = 0;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (isPaid(middle)) low = middle;
    else high = middle;
  }
  const full = fullUnits(before, sort, low);
  return full > low && isPaid(full) ? full : low;
}

/** The nearest length that fills its last begun unit, counted with the earlier steps it is rounded with. */
function fullUnits(before: readonly Begun[], sort: StepOffer, amount: number): number {
  if (!sort.whole) return amount;
  const alike = sort.together ? before.filter((one) => one.sort.together === sort.together) : [];
  const begun = alike.reduce((sum, { step }) => sum + Math.abs(step.amount), 0);
  return Math.round((begun + amount) / sort.per) * sort.per - begun;
}

/** Steps behind others as far as the points pay for them: the first that is too dear is shortened and ends them. */
export function clamped(goer: Goer, done: readonly Begun[], more: readonly Step[]): Step[] {
  const gait = gaitOf(goer.offer);
  const begun = [...done];
  const kept: Step[] = [];
  for (const step of more) {
    const sort = gait.of(step);
    const last = begun.at(-1);
    // where it begins, whatever stands in the way: the price depends on the ground there
    const from = last ? placeAfter(last.from, ruled(last.sort, last.step)) : goer.start;
    const next = { sort, step, from };
    if (!isAffordable(goer, [...begun, next])) {
      const most = affordable(goer, begun, sort, from, step.heading ?? 0);
      // rounded down, so that the server's own sum is not over by a hair
      const amount = Math.floor(Math.min(most, Math.abs(step.amount)) * 1e4 + SMALL) / 1e4;
      if (amount > SMALL) kept.push({ ...step, amount: Math.sign(step.amount) * amount });
      break;
    }
    begun.push(next);
    kept.push(step);
  }
  return kept;
}

type Box = [number, number, number, number];

function boxOf(shape: Outline): Box {
  if (isDisc(shape)) return [shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r];
  const [xs, ys] = [shape.map((p) => p[0]), shape.map((p) => p[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const apart = (a: Box, b: Box): boolean => a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3];

/** What stands round a unit, each with the box it lies in: most of it is nowhere near a ray. */
class Surroundings {
  private readonly boxes: { shape: Outline; box: Box }[];
  private readonly reach: number;

  constructor(private readonly goer: Goer) {
    const { field } = goer;
    this.boxes = field.obstacles.map((shape) => ({ shape, box: boxOf(shape) }));
    this.reach = Math.hypot(field.length, field.width) / 2;
  }

  private near(box: Box): Outline[] {
    return this.boxes.filter((one) => !apart(one.box, box)).map((one) => one.shape);
  }

  private get border(): Border {
    return this.goer.field.border;
  }

  canTurn(place: Place, degrees: number): boolean {
    const { field } = this.goer;
    const round: Box = [place.x - this.reach, place.y - this.reach, place.x + this.reach, place.y + this.reach];
    const close = this.near(round);
    const [x0, y0, x1, y1] = this.border;
    const inside = round[0] >= x0 && round[1] >= y0 && round[2] <= x1 && round[3] <= y1;
    if (close.length === 0 && inside) return true;
    return pivotHit(place, bodyAt(place, field), degrees, close, inside ? undefined : this.border) === NOTHING;
  }

  /** How much of a straight way is free. */
  free(place: Place, [dx, dy]: Point): number {
    const shape = bodyAt(place, this.goer.field);
    const [x0, y0, x1, y1] = boxOf(shape);
    const swept: Box = [x0 + Math.min(0, dx), y0 + Math.min(0, dy), x1 + Math.max(0, dx), y1 + Math.max(0, dy)];
    return firstContact(shape, [dx, dy], this.near(swept), this.border).share;
  }

  /** Whether a hull can go straight back so far. */
  backs(place: Place, inches: number): boolean {
    const { hull, field } = this.goer;
    const size = hull.length + inches;
    const [x, y] = [place.x, place.y];
    const sea = { obstacles: this.near([x - size, y - size, x + size, y + size]), border: field.border };
    const run = sailed(place, [{ step: "back", inches }], hull, sea)[0];
    return run !== undefined && !run.swings && run.share >= 1 - SMALL;
  }

  /** The same for a hull that swings about its bow first. */
  steers(place: Place, heading: number, amount: number): number {
    const { hull, field } = this.goer;
    const [bx, by] = bowOf(place, hull.length);
    const size = hull.length + amount;
    const obstacles = this.near([bx - size, by - size, bx + size, by + size]);
    const sea = { obstacles, border: field.border, swept: this.goer.mover.bend?.swept ?? false };
    const run = sailed(place, [{ step: "ahead", heading, inches: amount }], hull, sea)[0];
    return !run || run.swings ? 0 : run.share;
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export type Ray = { angle: number; far: number; post: Post | null };

/** Looks out from a post in every direction. */
class Lookout {
  private readonly gait: Gait;
  private readonly round: Surroundings;

  constructor(private readonly goer: Goer) {
    this.gait = gaitOf(goer.offer);
    this.round = new Surroundings(goer);
  }

  /** From where the distance is measured: the bow of what follows its bow, else the middle. */
  spot(place: Place): Point {
    return this.gait.course ? bowOf(place, this.goer.hull.length) : [place.x, place.y];
  }

  private course(post: Post, sort: StepOffer, angle: number, best: Ray): Ray {
    const { place, begun } = post;
    const most = affordable(this.goer, begun, sort, place, angle);
    const far = most > best.far ? most * this.round.steers(place, angle, most) : 0;
    if (far <= best.far) return best;
    const [bx, by] = this.spot(place);
    const half = this.goer.hull.length / 2;
    const [c, s] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
    const to = { x: bx + c * (far - half), y: by + s * (far - half), heading: angle };
    return {
      angle,
      far,
      post: { place: to, begun: [...begun, { sort, step: stepOf(sort, far, angle), from: place }] },
    };
  }

  private straight({ place, begun }: Post, sort: StepOffer, angle: number, best: Ray): Ray {
    const turn = sort.motion === "free" ? 0 : folded(angle - sort.bearing - place.heading);
    const done = [...begun];
    let from = place;
    if (Math.abs(turn) > SMALL) {
      if (!this.gait.turn || this.goer.offer.single) return best;
      const made = begun.reduce((sum, one) => sum + (one.sort.motion === "turn" ? Math.abs(one.step.amount) : 0), 0);
      if (made + Math.abs(turn) > (this.goer.mover.turning ?? Number.POSITIVE_INFINITY) + SMALL) return best;
      done.push({ sort: this.gait.turn, step: stepOf(this.gait.turn, turn, 0), from: place });
      from = { ...place, heading: place.heading + turn };
    }
    const most = affordable(this.goer, done, sort, from, angle);
    // what is dearer than what is known already need not be looked at
    if (most <= best.far || (from !== place && !this.round.canTurn(place, turn))) return best;
    const [c, s] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
    const far = most * this.round.free(from, [c * most, s * most]);
    if (far <= best.far) return best;
    const to = { x: place.x + c * far, y: place.y + s * far, heading: from.heading };
    return { angle, far, post: { place: to, begun: [...done, { sort, step: stepOf(sort, far, angle), from }] } };
  }

  /** Straight back, so far, by what has done nothing yet. */
  backed({ place, begun }: Post, length: number): Post | null {
    const sort = this.gait.straight(180);
    if (!sort || begun.length > 0 || affordable(this.goer, begun, sort, place, 0) <= length + SMALL) return null;
    if (!this.round.backs(place, length)) return null;
    const [c, s] = [Math.cos(radians(place.heading)), Math.sin(radians(place.heading))];
    const to = { ...place, x: place.x - c * length, y: place.y - s * length };
    return { place: to, begun: [{ sort, step: stepOf(sort, length, 0), from: place }] };
  }

  /** The farthest way in one direction, by whichever sort of step gets farthest. */
  ray(post: Post, angle: number): Ray {
    const sorts = this.gait.sorts.filter((one) => one.motion !== "turn" && !(one.first && post.begun.length > 0));
    return sorts.reduce(
      (best: Ray, sort) => {
        if (sort.motion === "course") return this.course(post, sort, angle, best);
        return this.gait.course ? best : this.straight(post, sort, angle, best);
      },
      { angle, far: 0, post: null },
    );
  }

  /** All directions from a post, closer together where one reaches much farther than the next. */
  rays(post: Post, every: number, depth = 4): Ray[] {
    const rays: Ray[] = [];
    for (let angle = 0; angle < 360; angle += every) rays.push(this.ray(post, angle));
    const out: Ray[] = [];
    rays.forEach((one, i) => {
      const next = rays[(i + 1) % rays.length] as Ray;
      out.push(one, ...this.between(post, one, { ...next, angle: one.angle + every }, depth));
    });
    return out;
  }

  private between(post: Post, one: Ray, other: Ray, depth: number): Ray[] {
    if (depth === 0 || Math.abs(one.far - other.far) < SHARP) return [];
    const middle = this.ray(post, (one.angle + other.angle) / 2);
    return [...this.between(post, one, middle, depth - 1), middle, ...this.between(post, middle, other, depth - 1)];
  }
}

const wrapped = (degrees: number): number => ((degrees % 360) + 360) % 360;

function outlookOf(lookout: Lookout, post: Post, rays: readonly Ray[]): Outlook {
  const rising = rays.map((one) => ({ ...one, angle: wrapped(one.angle) })).sort((a, b) => a.angle - b.angle);
  const far = rising.map((one) => one.far);
  const angles = rising.map((one) => one.angle);
  return { at: lookout.spot(post.place), angles, far, most: Math.max(0, ...far), post };
}

/** What a helm asks of who looks out. */
const helmOf = (lookout: Lookout, goer: Goer): Helm => ({
  ray: (post, angle) => lookout.ray(post, wrapped(angle)),
  at: (ray, length) => postAt(ray, length, goer),
  backed: (post, length) => lookout.backed(post, length),
  fan: (post, rays) => outlookOf(lookout, post, rays),
});

/** A ray cut at a length: the place there, with what it cost so far. */
function postAt(ray: Ray, length: number, goer: Goer): Post | null {
  const last = ray.post?.begun.at(-1);
  if (!ray.post || !last) return null;
  const back = ray.far - length;
  const [c, s] = [Math.cos(radians(ray.angle)), Math.sin(radians(ray.angle))];
  const { place } = ray.post;
  const begun = [...ray.post.begun.slice(0, -1), { ...last, step: { ...last.step, amount: length } }];
  if (!isAffordable(goer, begun)) return null;
  return { place: { ...place, x: place.x - c * back, y: place.y - s * back }, begun };
}

/** Corners a unit might go round: where a long ray stands beside a short one, places along the long one. */
function corners(rays: readonly Ray[], goer: Goer): Post[] {
  const jumps = rays.flatMap((one, i) => {
    const next = rays[(i + 1) % rays.length] as Ray;
    const [short, long] = one.far < next.far ? [one, next] : [next, one];
    return long.far - short.far > 1 ? [{ short, long }] : [];
  });
  const widest = jumps.toSorted((a, b) => b.long.far - b.short.far - (a.long.far - a.short.far)).slice(0, CORNERS);
  return widest.flatMap(({ short, long }) =>
    BEYOND.flatMap((share) => postAt(long, short.far + (long.far - short.far) * share, goer) ?? []),
  );
}

/** How closely it is looked: in few directions, in many, or also round corners. */
export type Look = "coarse" | "near" | "round";

/** How far it goes from a place on, in the open and up to what stands in the way. */
export function fansFrom(goer: Goer, place: Place, begun: Begun[], look: Look = "near"): Outlook[] {
  const lookout = new Lookout(goer);
  const { bend } = goer.mover;
  if (bend) return bentFans(helmOf(lookout, goer), { place, begun }, bend, look);
  const rays = look === "coarse" ? lookout.rays({ place, begun }, EVERY * 2, 1) : lookout.rays({ place, begun }, EVERY);
  const first = outlookOf(lookout, { place, begun }, rays);
  if (look !== "round" || goer.offer.single) return [first];
  const beyond = corners(rays, goer).map((post) => outlookOf(lookout, post, lookout.rays(post, EVERY * 3)));
  return [first, ...beyond];
}
