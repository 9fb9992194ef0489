// New battle: agree on everything before the first die. One page, four blocks, all filled with defaults.
import { Play } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import {
  api,
  Button,
  ButtonLink,
  ClauseLink,
  Dialog,
  ErrorBox,
  go,
  Panel,
  type Reply,
  route,
  Skeleton,
  useTitle,
} from "../../kit";
import type { GameCard, Refusal } from "../../protocol";
import { Links } from "../invite";
import { type Invitation, invitationOf, placeOf, setUp } from "../start";
import { ArmiesBlock } from "./armies";
import { type Draft, newDraft, orderOf, summaryOf } from "./draft";
import { RulesBlock } from "./rules";
import { ScenarioBlock } from "./scenario";
import { SeatsBlock } from "./seats";

type Made = { place: string; invitation: Invitation };

function Ready({ made, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog
      title="The table stands"
      onClose={onClose}
      testid="invite"
      foot={
        <ButtonLink to={made.place} testid="open-table">
          Open the table
        </ButtonLink>
      }
    >
      <p>Give each link to the player who shall sit there.</p>
      <Links invitation={made.invitation} />
    </Dialog>
  );
}

function StartBar({ game, draft }: { game: GameCard; draft: Draft }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [made, setMade] = useState<Made>();
  const start = async () => {
    if (busy) return;
    setBusy(true);
    const reply = await setUp(orderOf(game, draft));
    setBusy(false);
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    const invitation = invitationOf(reply.value);
    if (invitation.links.length > 0) setMade({ place: placeOf(reply.value), invitation });
    else go(placeOf(reply.value));
  };
  return (
    <div class="a-start k-panel">
      <p class="k-grow" aria-live="polite">
        {refusal ? (
          <span class="k-bad" role="alert">
            {refusal.sentence} <ClauseLink clause={refusal.clause} />
          </span>
        ) : (
          summaryOf(game, draft)
        )}
      </p>
      <Button kind="ask" big icon={Play} onClick={start} aria-disabled={busy} data-testid="start">
        {busy ? "Setting up" : "Start"}
      </Button>
      {made && <Ready made={made} onClose={() => go(made.place)} />}
    </div>
  );
}

function Blocks({ game }: { game: GameCard }) {
  const { search } = route.value;
  const scenario = search.get("scenario");
  const [draft, change] = useState(() =>
    newDraft(game, { invite: search.has("invite"), ...(scenario && { scenario }) }),
  );
  const block = { game, draft, change };
  return (
    <>
      <div class="a-blocks">
        <div class="a-column">
          <ScenarioBlock {...block} />
          <ArmiesBlock {...block} />
        </div>
        <div class="a-column">
          <RulesBlock {...block} />
          <SeatsBlock {...block} />
        </div>
      </div>
      <StartBar game={game} draft={draft} />
    </>
  );
}

export function NewBattlePage() {
  useTitle("New battle");
  const [games, setGames] = useState<Reply<GameCard[]>>();
  const ask = () => {
    setGames(undefined);
    api.games().then(setGames);
  };
  useEffect(ask, []);
  const game = games?.ok ? games.value[0] : undefined;
  return (
    <div class="a-battle">
      <h1>New battle</h1>
      {!games && (
        <Panel>
          <Skeleton rows={4} awaiting="Asking the server which games it has." />
        </Panel>
      )}
      {games && !games.ok && <ErrorBox sentence={games.refusal.sentence} retry={ask} />}
      {games?.ok && !game && <p>This server offers no game.</p>}
      {game && <Blocks game={game} />}
    </div>
  );
}
