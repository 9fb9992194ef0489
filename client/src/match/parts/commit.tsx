// The one yellow button of a question: what it does, and "Saving" while the answer is on its way.
import { Button, type Icon } from "../../kit";
import { keyFor } from "../keys";
import type { Room } from "../room";

type CommitProps = { room: Room; words: string; ready?: boolean; give: () => void; big?: boolean; icon?: Icon };

export function Commit({ room, words, ready = true, give, ...look }: CommitProps) {
  const busy = room.busy.value;
  return (
    <Button
      kind="ask"
      keys={keyFor("commit")}
      aria-disabled={busy || !ready}
      onClick={give}
      data-testid="commit"
      {...look}
    >
      {busy ? "Saving" : words}
    </Button>
  );
}
