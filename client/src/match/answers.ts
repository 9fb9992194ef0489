// A whole answer read back into what it was made of: offers say where their parts stand in it, and nothing else does.
import type { Act, Action, Asked, Mover, Path } from "../protocol";
import type { Step, Strike } from "./ways/steps";

export type Answer = Readonly<Record<string, unknown>>;
type Offered = Asked["offer"] | NonNullable<Action["offer"]>;

export const isPlain = (value: unknown): value is Answer =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const listIn = (answer: Answer, field: string): Answer[] => {
  const list = answer[field];
  return Array.isArray(list) ? list.filter(isPlain) : [];
};
export const textIn = (answer: Answer, field: string): string =>
  typeof answer[field] === "string" ? (answer[field] as string) : "";
export const numberIn = (answer: Answer, field: string): number =>
  typeof answer[field] === "number" ? (answer[field] as number) : 0;

/** Values that say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, i) => isSame(part, other[i]));
  if (!isPlain(one) || !isPlain(other)) return one === other;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => isSame(one[field] ?? null, other[field] ?? null));
}

/** Whether an answer goes on with what was started. */
export const isBegunBy = (started: unknown, answer: Answer): boolean =>
  isPlain(started) && Object.entries(started).every(([field, value]) => isSame(answer[field] ?? null, value ?? null));

/** Whose way an answer is. */
export const moverIn = (offer: Path, answer: Answer): Mover | undefined =>
  offer.movers.find((one) => isBegunBy(one.answer, answer) && Array.isArray(answer[offer.into]));

/** Whether silence gives another answer than the first: then nothing is proposed, and a habit neither fires nor forgoes. */
export const isReaction = (offer: Offered | undefined): boolean => offer?.offer === "choose" && offer.usual > 0;

/** Who goes a way that is given figure by figure. */
export const strollerIn = (offer: Path, answer: Answer): Mover | undefined =>
  offer.movers.find(({ apart }) => apart && isBegunBy(apart.answer, answer) && Array.isArray(answer[apart.into]));

/** Something from outside that an answer sets down. */
const setDown = (things: readonly { answer: unknown }[] | undefined, answer: Answer): boolean =>
  "x" in answer && (things ?? []).some((one) => isBegunBy(one.answer, answer));

/** The steps of a way, as they are drawn. */
export function stepsIn(offer: Path, answer: Answer): Step[] {
  return listIn(answer, offer.into).flatMap((one) => {
    const sort = offer.steps.find((each) => each.step === one.step);
    if (!sort) return [];
    const heading = typeof one.heading === "number" ? { heading: one.heading } : {};
    return [{ step: sort.step, amount: numberIn(one, sort.amount), ...heading }];
  });
}

/** What a way ends in. */
export function strikeIn(offer: Path, answer: Answer): Strike | null {
  const struck = offer.strike_into ? answer[offer.strike_into] : null;
  return isPlain(struck) ? { target: textIn(struck, "target"), heading: numberIn(struck, "heading") } : null;
}

/** Whether an answer could have been made of an offer. */
export function fits(offer: Offered | null, answer: Answer): boolean {
  switch (offer?.offer) {
    case "path":
      return (
        (moverIn(offer, answer) ?? strollerIn(offer, answer)) !== undefined || setDown(offer.enter?.things, answer)
      );
    case "place":
      return setDown(offer.things, answer);
    case "allocate":
      return isBegunBy(offer.answer, answer);
    case "choose":
      return offer.choices.some((one) => isSame(one.answer, answer));
    case "aims":
      return isBegunBy(offer.answer, answer) && ("target" in answer || (offer.into !== "" && offer.into in answer));
    case "compose":
      return isBegunBy(offer.answer, answer) && offer.parts.every(({ field }) => field in answer);
    case "split":
    case "take":
      return isBegunBy(offer.answer, answer) && offer.into in answer;
    case "act":
      return actionIn(offer, answer) !== null;
    default:
      return false;
  }
}

/** Whose action an answer is, and which. */
export function actionIn(offer: Act, answer: Answer): { unit: string; action: string } | null {
  for (const actor of offer.actors) {
    const own = textIn(answer, "unit");
    const action = actor.actions.find((one) => !one.closed && fits(one.offer, answer));
    if (action && (own === "" || own === actor.unit || offer.actors.length === 1))
      return { unit: actor.unit, action: action.id };
  }
  return null;
}
