// The front page: be at a table in one click, see whose turn it is in my games.
import { BookOpen, Link as Chain, Play } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { api, Button, ButtonLink, ErrorBox, Link, Panel, type Reply, Skeleton, useTitle } from "../kit";
import type { GameCard, Refusal } from "../protocol";
import { ScenarioMap } from "./battle/map";
import { Hero } from "./hero";
import { InviteDialog } from "./invite";
import tanks from "./pictures/tanks.webp";
import { type Invitation, inviteFriend, playNow } from "./start";
import { YourTables } from "./tables";

/** Buttons that set up a match; while one is at work a second press does nothing. */
function Begin() {
  const [busy, setBusy] = useState<"" | "play" | "invite">("");
  const [refusal, setRefusal] = useState<Refusal>();
  const [invitation, setInvitation] = useState<Invitation>();
  const play = async () => {
    if (busy) return;
    setBusy("play");
    setRefusal(await playNow());
    setBusy("");
  };
  const invite = async () => {
    if (busy) return;
    setBusy("invite");
    const reply = await inviteFriend();
    setBusy("");
    if (reply.ok) setInvitation(reply.value);
    setRefusal(reply.ok ? undefined : reply.refusal);
  };
  return (
    <div class="a-begin">
      <div class="k-row k-wrap a-begin-buttons">
        <Button kind="ask" big icon={Play} onClick={play} aria-disabled={busy !== ""} data-testid="play-now">
          {busy === "play" ? "Setting up" : "Play now"}
        </Button>
        <Button big icon={Chain} onClick={invite} aria-disabled={busy !== ""} data-testid="invite-friend">
          {busy === "invite" ? "Making a link" : "Invite a friend"}
        </Button>
      </div>
      <p class="k-small k-muted">
        Starts <b>6 vs 6</b> against the easy bot. No account: your seat is a link.
      </p>
      {refusal && <ErrorBox sentence={refusal.sentence} kept="Nothing was set up." />}
      {invitation && <InviteDialog invitation={invitation} onClose={() => setInvitation(undefined)} />}
    </div>
  );
}

function GameBox({ game }: { game: GameCard }) {
  const { line, detail, scenarios } = game.catalogue;
  return (
    <Panel bare class="a-game" data-testid={`game-${game.id}`}>
      <img src={tanks} width={504} height={352} alt="" loading="lazy" />
      <div class="a-game-words">
        <h2>{game.title}</h2>
        <p>{line}</p>
        <p class="k-small k-muted">{detail}</p>
        <ul class="a-game-maps">
          {scenarios.map((scenario) => (
            <li key={scenario.id}>
              <Link to={`/new?scenario=${encodeURIComponent(scenario.id)}`} class="a-game-map">
                <ScenarioMap scenario={scenario} />
                <span>{scenario.title}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div class="k-row k-wrap a-game-buttons">
          <ButtonLink to="/new">Set up</ButtonLink>
          <ButtonLink to="/rules" kind="quiet" icon={BookOpen}>
            Learn
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

function Games() {
  const [games, setGames] = useState<Reply<GameCard[]>>();
  const ask = () => {
    setGames(undefined);
    api.games().then(setGames);
  };
  useEffect(ask, []);
  if (!games) {
    return (
      <Panel>
        <Skeleton rows={3} awaiting="Asking the server which games it has." />
      </Panel>
    );
  }
  if (!games.ok) return <ErrorBox sentence={games.refusal.sentence} retry={ask} />;
  return (
    <>
      {games.value.map((game) => (
        <GameBox key={game.id} game={game} />
      ))}
    </>
  );
}

export function HomePage() {
  useTitle("");
  return (
    <div class="a-home">
      <section class="a-front">
        <div class="a-words">
          <h1 class="a-headline">Brick battles with a referee built in</h1>
          <p class="a-lead">
            Tabletop wargames with brick tanks. The table measures, the rules hold, and every number names the rule it
            came from.
          </p>
          <Begin />
        </div>
        <Hero />
      </section>
      <div class="a-shelf">
        <section aria-label="Games" class="a-games">
          <Games />
        </section>
        <YourTables />
      </div>
    </div>
  );
}
