// What questions have in common: whole answers to be given, sentences with their clauses, where a unit or a thing is.
import { type ReadonlySignal, signal } from "@preact/signals";
import { Flag } from "lucide-preact";
import type { Mark, Point } from "../../board";
import { askBack, Button, ClauseLink, toast } from "../../kit";
import type { Choice, Model, Note } from "../../protocol";
import { keyFor } from "../keys";
import { coachingOf } from "../lessons";
import type { Room } from "../room";

/** What gives whole answers, and the one it has just asked back about. */
export type Giver = { (choice: Choice, sure?: boolean): void; readonly asking: ReadonlySignal<Choice | null> };

/**
 * Gives whole answers. One that is worth a second thought is asked back first unless it is `sure`, a closed one says why.
 * In a lesson nothing is asked back: whatever the step is not about is refused anyway.
 */
export function createGiver(room: Room): Giver {
  const asking = signal<Choice | null>(null);
  const give = (choice: Choice, sure = false): void => {
    const thinks = choice.careful !== "" && !sure && coachingOf(room) === null;
    if (choice.refusal) toast(choice.refusal.sentence);
    else if (thinks && asking.peek() !== choice) {
      asking.value = choice;
      askBack(choice.careful);
    } else room.answer(choice.answer as Record<string, unknown>);
  };
  return Object.assign(give, { asking });
}

type FinishProps = { hand: { readonly asking: Giver["asking"]; finish(): void }; finish: Choice };

/** Ends it; once it has asked back, the button says that the next press does it. */
export function FinishButton({ hand, finish }: FinishProps) {
  const asked = hand.asking.value === finish;
  return (
    <Button icon={Flag} keys={keyFor("none")} onClick={hand.finish} data-testid="decline">
      {asked ? `Yes, ${finish.title.charAt(0).toLowerCase()}${finish.title.slice(1)}` : finish.title}
    </Button>
  );
}

export function Notes({ notes, testid = "notes" }: { notes: readonly Note[]; testid?: string }) {
  if (notes.length === 0) return null;
  return (
    <div class="k-small m-notes" data-testid={testid}>
      {notes.map((note) => (
        <p key={note.text}>
          {note.text} {note.clause && <ClauseLink clause={note.clause} />}
        </p>
      ))}
    </div>
  );
}

type NoneProps = { none: Choice | null; give: (choice: Choice) => void; keyed?: boolean };

/** The way round a question: the answer that does none of it. */
export function NoneButton({ none, give, keyed = true }: NoneProps) {
  if (!none) return null;
  return (
    <Button
      keys={keyed ? keyFor("none") : ""}
      title={none.text}
      aria-disabled={none.refusal !== null}
      onClick={() => give(none)}
      data-testid="decline"
    >
      {none.title}
    </Button>
  );
}

function figureOf(room: Room, id: string): Model | undefined {
  const [unit = "", name] = id.split("/");
  return name === undefined ? undefined : room.units.value.get(unit)?.figures?.find((one) => one.id === name);
}

/** A figure among others is ringed closely; a thing by itself so that it is found. */
function ringOf(room: Room, id: string): { r?: number } {
  const width = room.face.value?.cards[figureOf(room, id)?.card ?? ""]?.width ?? 0;
  return width > 0 ? { r: (width / 1e6) * 0.7 } : {};
}

/** Where a unit, one of its figures or a token is. */
export function spotOf(room: Room, id: string): Point | null {
  const figure = figureOf(room, id);
  const token = room.store.view.value?.tokens.find((one) => one.id === id);
  const pose = figure?.pose ?? room.units.value.get(id)?.pose ?? token?.pose;
  return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
}

/** What a line of a list is about, shown on the table: units framed, tokens ringed. */
export function aboutMarks(room: Room, about: readonly string[], strong: boolean): Mark[] {
  return about.flatMap((id): Mark[] => {
    if (room.units.value.has(id)) return strong ? [{ kind: "select", unit: id }] : [];
    const at = spotOf(room, id);
    return at ? [{ kind: "spot", x: at[0], y: at[1], strong, ...ringOf(room, id) }] : [];
  });
}
