// What questions have in common: whole answers to be given, sentences with their clauses, where a unit or a thing is.
import type { Mark, Point } from "../../board";
import { Button, ClauseLink, toast } from "../../kit";
import type { Choice, Note } from "../../protocol";
import { keyFor } from "../keys";
import type { Room } from "../room";

/** Gives whole answers. One that is worth a second thought is asked back first, a closed one says why. */
export function createGiver(room: Room): (choice: Choice) => void {
  const asked = new Set<Choice>();
  return (choice) => {
    if (choice.refusal) toast(choice.refusal.sentence);
    else if (choice.careful && !asked.has(choice)) {
      asked.add(choice);
      toast(choice.careful);
    } else room.answer(choice.answer as Record<string, unknown>);
  };
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

/** Where a unit, one of its figures or a token is. */
export function spotOf(room: Room, id: string): Point | null {
  const [unit = "", name] = id.split("/");
  const own = room.units.value.get(unit);
  const figure = name === undefined ? undefined : own?.figures?.find((one) => one.id === name);
  const token = room.store.view.value?.tokens.find((one) => one.id === id);
  const pose = figure?.pose ?? room.units.value.get(id)?.pose ?? token?.pose;
  return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
}

/** What a line of a list is about, shown on the table: units framed, tokens ringed. */
export function aboutMarks(room: Room, about: readonly string[], strong: boolean): Mark[] {
  return about.flatMap((id): Mark[] => {
    if (room.units.value.has(id)) return strong ? [{ kind: "select", unit: id }] : [];
    const at = spotOf(room, id);
    return at ? [{ kind: "spot", x: at[0], y: at[1], strong }] : [];
  });
}
