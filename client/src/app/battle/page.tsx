// New battle: agree on everything before the first die. One page, four blocks, all filled with defaults.
import { Play } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import {
  Button,
  ButtonLink,
  ClauseLink,
  Dialog,
  ErrorBox,
  go,
  goFromHere,
  Panel,
  type Reply,
  route,
  Skeleton,
  useTitle,
} from "../../kit";
import type { GameCard, LaidTable, Refusal } from "../../protocol";
import { armyNameIn, readArmyCode } from "../designs";
import { Links, nameMySeat } from "../invite";
import { type Invitation, invitationOf, placeOf, setUp } from "../start";
import { useGames } from "../use_games";
import { YourName } from "../your_name";
import { ArmiesBlock } from "./armies";
import { type Draft, newDraft, type Options, orderOf, scenarioOf, type Wish } from "./draft";
import { useLaid } from "./laying";
import { useOwnTable } from "./own_table";
import { RulesBlock } from "./rules";
import { ScenarioBlock } from "./scenario";
import { SeatsBlock } from "./seats";
import { summaryOf } from "./summary";

type Made = { place: string; invitation: Invitation };

function Ready({ made, onClose }: { made: Made; onClose: () => void }) {
  const several = made.invitation.links.length > 1;
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
      <p>{several ? "Give each player one of these links." : "Give the link to your friend."}</p>
      <YourName note="so that the others see who invites" changed={(name) => nameMySeat(made.invitation.match, name)} />
      <Links invitation={made.invitation} />
    </Dialog>
  );
}

type StartProps = { game: GameCard; draft: Draft; laid: Reply<LaidTable> | undefined };

function StartBar({ game, draft, laid }: StartProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [made, setMade] = useState<Made>();
  const start = async () => {
    if (busy) return;
    setBusy(true);
    const goOn = goFromHere();
    const reply = await setUp(orderOf(game, draft));
    setBusy(false);
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    const invitation = invitationOf(reply.value, scenarioOf(game, draft).title);
    if (invitation.links.length > 0) setMade({ place: placeOf(reply.value), invitation });
    else goOn(placeOf(reply.value));
  };
  // What the server would refuse is said before anybody presses; a refused start stays until something changes.
  useEffect(() => setRefusal(undefined), [draft]);
  const fault = refusal ?? (laid?.ok ? laid.value.fault : undefined);
  return (
    <div class="a-start k-panel">
      <p class="k-grow" aria-live="polite">
        {fault ? (
          <span class="k-bad" role="alert">
            {fault.sentence} <ClauseLink clause={fault.clause} />
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

/** The switches an address asks for; what cannot be read asks for nothing. */
function optionsFrom(text: string | null): Options {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : {};
  } catch {
    return {};
  }
}

/** What an address asks of a new battle. */
export function wishFrom(search: URLSearchParams): Wish {
  const scenario = search.get("scenario");
  const army = readArmyCode(search.get("army") ?? "");
  const points = Number(search.get("points"));
  return {
    invite: search.has("invite"),
    options: optionsFrom(search.get("options")),
    ...(scenario && { scenario }),
    ...(army.length > 0 && { army, armyName: armyNameIn(search.get("army") ?? "") }),
    ...(points > 0 && { points }),
  };
}

type BlocksProps = { games: readonly GameCard[]; game: GameCard; choose: (id: string) => void; wish: Wish };

function Blocks({ games, game, choose, wish }: BlocksProps) {
  const [draft, change] = useState(() => newDraft(game, wish));
  const laid = useLaid(game, draft);
  const table = laid?.ok && laid.value.face ? { ...laid.value, face: laid.value.face } : undefined;
  const block = { game, draft, change };
  return (
    <>
      <div class="a-blocks">
        <div class="a-column">
          <ScenarioBlock {...block} games={games} choose={choose} laid={table} />
          <ArmiesBlock {...block} />
        </div>
        <div class="a-column">
          <RulesBlock {...block} />
          <SeatsBlock {...block} laid={table} />
        </div>
      </div>
      <StartBar game={game} draft={draft} laid={laid} />
    </>
  );
}

function Agreeing({ games }: { games: readonly GameCard[] }) {
  const { search } = route.value;
  const asked = games.find((one) => one.id === search.get("game"));
  const byScenario = games.find((one) => one.catalogue.scenarios.some(({ id }) => id === search.get("scenario")));
  const [chosen, choose] = useState((asked ?? byScenario ?? games[0])?.id ?? "");
  const plain = games.find((one) => one.id === chosen);
  const brought = useOwnTable(plain, search.has("own") && asked?.id === chosen);
  if (!plain) return <p>This server offers no game.</p>;
  if (!brought) return <Skeleton rows={4} awaiting="Looking your own table through." />;
  if ("sentence" in brought) {
    return (
      <>
        <ErrorBox sentence={brought.sentence} />
        <p class="a-after">
          <ButtonLink to={`/editor?game=${encodeURIComponent(plain.id)}`}>Back to the desk</ButtonLink>
        </p>
      </>
    );
  }
  const { game, own: table } = brought;
  // The address asks for the game it names; another game begins with its own defaults.
  const wish = wishFrom(search);
  const named = asked && asked.id !== game.id ? { ...(wish.invite && { invite: true }) } : wish;
  const own = table ? { ...named, own: table, scenario: table.id } : named;
  return <Blocks key={game.id} games={games} game={game} choose={choose} wish={own} />;
}

export function NewBattlePage() {
  useTitle("New battle");
  const [games, ask] = useGames();
  return (
    <div class="a-battle">
      <h1>New battle</h1>
      {!games && (
        <Panel>
          <Skeleton rows={4} awaiting="Asking the server which games it has." />
        </Panel>
      )}
      {games && !games.ok && <ErrorBox sentence={games.refusal.sentence} retry={ask} />}
      {games?.ok && <Agreeing games={games.value} />}
    </div>
  );
}
