// The front page: be at a table in one click, see whose turn it is in my games.
import { BookOpen, Link as Chain, GraduationCap, Play, Settings2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, ButtonLink, ErrorBox, isPocket, Link, Panel, type Reply, Skeleton, useTitle } from "../kit";
import type { GameCard, Refusal } from "../protocol";
import { Hero } from "./hero";
import { InviteDialog, NoServerDialog } from "./invite";
import { pictureOf } from "./pictures";
import { firstBotWords, firstWords, type Invitation, inviteFriend, learn, playNow } from "./start";
import { YourTables } from "./tables";
import { useGames } from "./use_games";
import { yardPlace } from "./yard_places";

const NO_ACCOUNT = isPocket
  ? "No account, no server: battles stay on this device."
  : "No account: your seat is a link.";

/** Buttons that set up a match; while one is at work a second press does nothing. */
function Begin({ game }: { game: GameCard | undefined }) {
  const [busy, setBusy] = useState<"" | "play" | "invite">("");
  const [refusal, setRefusal] = useState<Refusal>();
  const [invitation, setInvitation] = useState<Invitation>();
  const [asksServer, setAsksServer] = useState(false);
  const play = async () => {
    if (busy) return;
    setBusy("play");
    setRefusal(await playNow());
    setBusy("");
  };
  const invite = async () => {
    if (isPocket) setAsksServer(true);
    if (busy || isPocket) return;
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
        Starts <b>{game ? `${game.title}, ${firstWords(game)}` : "the first battle"}</b>, against{" "}
        {game ? firstBotWords(game) : "a bot that a beginner can beat"}. {NO_ACCOUNT}
      </p>
      <p>
        <Link to="/companion" data-testid="real-table">
          At a real table
        </Link>{" "}
        with real bricks? Your phone keeps the cards and tells you what to roll.
      </p>
      {refusal && <ErrorBox sentence={refusal.sentence} kept="Nothing was set up." />}
      {asksServer && <NoServerDialog onClose={() => setAsksServer(false)} />}
      {invitation && <InviteDialog invitation={invitation} onClose={() => setInvitation(undefined)} />}
    </div>
  );
}

/** A game with its picture: play it at once, set a battle up, build for it, learn it. */
function GameBox({ game }: { game: GameCard }) {
  const { line, detail, scenarios } = game.catalogue;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const asked = encodeURIComponent(game.id);
  const yard = yardPlace(game);
  const begin = async (what: () => Promise<Refusal | undefined>) => {
    if (busy) return;
    setBusy(true);
    setRefusal(await what());
    setBusy(false);
  };
  const play = () => begin(() => playNow(game.id));
  return (
    <Panel bare class="a-game" data-testid={`game-${game.id}`}>
      <img src={pictureOf(game)} width={504} height={276} alt="" loading="lazy" />
      <div class="a-game-words">
        <h2>{game.title}</h2>
        <p>{line}</p>
        <p class="k-small k-muted">
          {`${detail} · ${scenarios.length} scenarios`}
          {yard && " · "}
          {yard && <Link to={yard.path}>{yard.title}</Link>}
        </p>
        {refusal && (
          <p class="k-small k-bad" role="alert">
            {refusal.sentence}
          </p>
        )}
        <div class="a-game-buttons">
          <Button icon={Play} onClick={play} aria-disabled={busy} data-testid={`play-${game.id}`}>
            {busy ? "Setting up" : "Play"}
          </Button>
          <ButtonLink to={`/new?game=${asked}`} icon={Settings2} testid={`set-up-${game.id}`}>
            Set up
          </ButtonLink>
          {game.lesson ? (
            <Button
              icon={GraduationCap}
              onClick={() => begin(() => learn(game.id))}
              aria-disabled={busy}
              data-testid={`learn-${game.id}`}
            >
              Learn
            </Button>
          ) : (
            <ButtonLink to={`/rules?game=${asked}`} kind="quiet" icon={BookOpen}>
              Learn
            </ButtonLink>
          )}
        </div>
        <p class="k-small k-muted">
          <Link to={`/editor?game=${asked}`}>Your own table</Link>
          {" · "}
          <Link to={`/bricks?game=${asked}`} data-testid={`bricks-${game.id}`}>
            Build the models
          </Link>
          {game.companion && " · "}
          {game.companion && <Link to={`/companion?game=${asked}`}>At a real table</Link>}
        </p>
      </div>
    </Panel>
  );
}

function Games({ games, ask }: { games: Reply<GameCard[]> | undefined; ask: () => void }) {
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
  const [games, ask] = useGames();
  return (
    <div class="a-home">
      <section class="a-front">
        <div class="a-words">
          <h1 class="a-headline">Brick battles with a referee built in</h1>
          <p class="a-lead">
            Tabletop wargames with bricks. The table measures, the rules hold, and every number names the rule it came
            from.
          </p>
          <Begin game={games?.ok ? games.value[0] : undefined} />
        </div>
        <Hero />
      </section>
      <div class="a-shelf">
        <section aria-label="Games" class="a-games">
          <Games games={games} ask={ask} />
        </section>
        <YourTables />
      </div>
    </div>
  );
}
