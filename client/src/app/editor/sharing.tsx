// Away from the desk: a link, a file, and a battle against a bot at once.
import { Link as Chain, Download, Play, Settings2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, ButtonLink, ClauseLink, Copy, Dialog, goFromHere, toast } from "../../kit";
import type { GameCard, NewMatch, Refusal, SeatWish } from "../../protocol";
import { firstLevel, myWish, placeOf, setUp } from "../start";
import { isPlain, type Plain } from "./document";
import { linkOf, saveScenario } from "./keeping";
import type { Editor } from "./use_editor";

const TOO_LONG = "This table is too large for a link. Save it as a file and send that.";

/** A battle on the table against bots, with what its scenario says and nothing else. */
export function trial(game: GameCard, document: Plain, seats: number, options: Plain): NewMatch {
  const bot: SeatWish = { kind: "bot", level: firstLevel(game) };
  return {
    game: game.id,
    scenario: String(document.id ?? ""),
    own_scenario: document,
    options: Object.fromEntries(Object.entries(options)),
    seats: Array.from({ length: seats }, (_, seat) => (seat === 0 ? myWish() : bot)),
    ready: true,
  };
}

export function Share({ document }: { document: Plain }) {
  const [link, setLink] = useState("");
  const share = async () => {
    const made = await linkOf(document);
    if (made) setLink(made);
    else toast(TOO_LONG);
  };
  return (
    <>
      <Button icon={Download} onClick={() => saveScenario(document)} data-testid="save-scenario">
        Save as file
      </Button>
      <Button icon={Chain} onClick={share} data-testid="share-scenario">
        Link
      </Button>
      <ButtonLink
        to={`/new?game=${encodeURIComponent(String(document.game))}&own`}
        icon={Settings2}
        testid="set-up-own"
      >
        Set up
      </ButtonLink>
      {link && (
        <Dialog title="A link to this table" onClose={() => setLink("")} testid="scenario-link">
          <p>
            Whoever opens it has this table before them, to play it or to change it. The whole table is in the link.
          </p>
          <div class="a-link a-after">
            <input
              class="k-field k-mono"
              readOnly
              value={link}
              aria-label="Link to this table"
              onFocus={(event) => event.currentTarget.select()}
            />
            <Copy text={link} label="Copy link" />
          </div>
        </Dialog>
      )}
    </>
  );
}

export function TryIt({ editor }: { editor: Editor }) {
  const { game, desk, document, isFresh, faults, face } = editor;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  if (!document) return null;
  const forces = document[desk.data.forces];
  const start = async () => {
    if (busy) return;
    if (isFresh && faults.length > 0) {
      toast("Something is still wrong with this table: put that right first.");
      return;
    }
    setBusy(true);
    const goOn = goFromHere();
    const seats = Array.isArray(forces) ? forces.length : 2;
    const options = isFresh && isPlain(face?.options) ? face.options : {};
    const made = await setUp(trial(game, document, seats, options));
    setBusy(false);
    setRefusal(made.ok ? undefined : made.refusal);
    if (made.ok) goOn(placeOf(made.value));
  };
  return (
    <>
      <Button kind="ask" icon={Play} onClick={start} aria-disabled={busy} data-testid="try-it">
        {busy ? "Setting up" : "Try it"}
      </Button>
      {refusal && (
        <span class="k-small k-bad" role="alert">
          {refusal.sentence} <ClauseLink clause={refusal.clause} />
        </span>
      )}
    </>
  );
}
