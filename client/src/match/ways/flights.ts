// Ways with a form of their own: a least length, few turns, the edge as a way out, and what lies below them.
import type { Point } from "../../board";
import type { Path, TableFace } from "../../protocol";
import { lengthWords } from "../words";
import { fromGrain } from "./measure";
import type { Leg } from "./ways";

type Words = { text: string; clause: string };

const SLACK = 1e-4;
const turnsOf = (legs: readonly Leg[]): Leg[] => legs.filter((leg) => leg.sort.motion === "turn");

/** How many more turns a way may have; as many as one likes where nothing limits them. */
export const turnsLeft = ({ turns }: Path, legs: readonly Leg[]): number =>
  turns ? Math.max(0, turns.most - turnsOf(legs).length) : Number.POSITIVE_INFINITY;

/** What is wrong with the turns of a way: too many, or one too far. */
export function turnFault({ turns }: Path, legs: readonly Leg[]): Words | null {
  if (!turns) return null;
  const made = turnsOf(legs);
  const far = made.find((leg) => Math.abs(leg.step.amount) > turns.degrees + SLACK);
  if (far)
    return {
      text: `This turn is ${Math.round(Math.abs(far.step.amount))}°; at most ${turns.degrees}° are allowed.`,
      clause: turns.clause,
    };
  const most = turns.most === 1 ? "one turn" : `${turns.most} turns`;
  return made.length > turns.most
    ? { text: `This is turn number ${made.length}; one move has ${most} at most.`, clause: turns.clause }
    : null;
}

/** Whether a way goes over the edge, where that is the way off the table. */
export function leavesTable({ leaves }: Path, legs: readonly Leg[], face: TableFace): boolean {
  const [wide, deep] = [fromGrain(face.width), fromGrain(face.height)];
  // a way the server has cut at the edge ends on it
  const out = ({ from, sort, step }: Leg): boolean => {
    const angle = ((from.heading + sort.bearing) * Math.PI) / 180;
    const [x, y] = [from.x + Math.cos(angle) * step.amount, from.y + Math.sin(angle) * step.amount];
    return x < -SLACK || y < -SLACK || x > wide + SLACK || y > deep + SLACK;
  };
  return leaves && legs.some((leg) => leg.sort.motion !== "turn" && out(leg));
}

/** How much is missing to the least length of a way; nothing once it leaves the table. */
export function lackOf(offer: Path, legs: readonly Leg[], face: TableFace | null): number {
  if (offer.least <= 0 || (face && leavesTable(offer, legs, face))) return 0;
  const gone = legs.reduce((sum, leg) => sum + (leg.sort.motion === "turn" ? 0 : leg.step.amount), 0);
  return gone < offer.least - SLACK ? offer.least - gone : 0;
}

/** The same in words. */
export const lackWords = (lack: number, offer: Path, ruler: string): Words => ({
  text: `Go on: ${lengthWords(lack, ruler)} more, it moves ${lengthWords(offer.least, ruler)} at least.`,
  clause: offer.length_clause,
});

const HALF = 0.2;

/** The strips of table a way passes over, where that matters. */
export function strips({ over }: Path, legs: readonly Leg[]): Point[][] {
  if (!over) return [];
  return legs.flatMap(({ from, to }): Point[][] => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length < SLACK) return [];
    const [nx, ny] = [(-(to.y - from.y) / length) * HALF, ((to.x - from.x) / length) * HALF];
    return [
      [
        [from.x + nx, from.y + ny],
        [to.x + nx, to.y + ny],
        [to.x - nx, to.y - ny],
        [from.x - nx, from.y - ny],
      ],
    ];
  });
}
