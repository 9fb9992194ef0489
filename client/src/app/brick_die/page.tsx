// The brick die: why it hits as often as it does, what may be thrown instead, and how one's own bricks fall.
import { RotateCcw, Swords, Undo2 } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import {
  api,
  Bar,
  Button,
  ButtonLink,
  ClauseLink,
  ErrorBox,
  NumberRow,
  Panel,
  percent,
  type Reply,
  Skeleton,
} from "../../kit";
import type { GameCard, TriedDice } from "../../protocol";
import { WithGame } from "../yard/with_game";
import { BrickDie } from "./brick";
import { Curve } from "./curve";
import { battleWithDice, keepThrows, keptThrows, MOST_THROWS, NO_THROWS, type Throws } from "./throws";

/** The throws, and what the server makes of them. */
function useTried(game: string): {
  throws: Throws;
  set: (throws: Throws) => void;
  reply: Reply<TriedDice> | undefined;
  ask: () => void;
} {
  const [throws, setThrows] = useState<Throws>(keptThrows);
  const [reply, setReply] = useState<Reply<TriedDice>>();
  const [round, again] = useState(0);
  useEffect(() => {
    let current = true;
    api.tryDice({ game, ...throws }).then((found) => {
      if (current) setReply(found);
    });
    return () => {
      current = false;
    };
  }, [throws.successes, throws.failures, round]);
  const set = (next: Throws) => {
    setThrows(next);
    keepThrows(next);
  };
  return { throws, set, reply, ask: () => again((n) => n + 1) };
}

function Explained({ tried }: { tried: TriedDice }) {
  const flat = (1 - tried.model) / 2;
  const [side, height] = tried.size;
  return (
    <Panel title="A brick as a die">
      <div class="y-rests">
        <figure>
          <BrickDie rest="side" words="On one of its four sides" />
          <figcaption>
            <b>{percent(tried.model)}</b> on a side: a hit <ClauseLink clause={tried.success_clause} />
          </figcaption>
        </figure>
        <figure>
          <BrickDie rest="flat" words="Flat, stud up" />
          <figcaption>
            <b>{percent(flat)}</b> flat: a miss <ClauseLink clause={tried.failure_clause} />
          </figcaption>
        </figure>
        <figure>
          <BrickDie rest="upside_down" words="Upside down" />
          <figcaption>
            <b>{percent(flat)}</b> upside down: a miss <ClauseLink clause={tried.failure_clause} />
          </figcaption>
        </figure>
      </div>
      <p class="a-after">
        {`The book gives no chance. We take the block of ${side} by ${side} by ${height} millimetres, stud not counted, and ask how much of all directions each face covers, seen from its middle: that share is its chance to lie below. The four sides together cover ${percent(tried.model, 2)}.`}{" "}
        <ClauseLink clause={tried.clause} />
      </p>
    </Panel>
  );
}

function Kinds({ game, tried }: { game: GameCard; tried: TriedDice }) {
  return (
    <Panel title="What may be thrown">
      <p>
        Everybody throws the same kind for the whole battle. <ClauseLink clause={tried.same_clause} />
      </p>
      <ul class="y-kinds">
        {tried.kinds.map((die) => (
          <li key={die.id}>
            <div class="k-row k-wrap">
              <b class="k-grow">{die.title}</b>
              <span>
                {percent(die.chance)}
                {die.ways[1] > 0 && ` (${die.ways[0]} of ${die.ways[1]})`}
              </span>
              <ClauseLink clause={die.clause} />
            </div>
            <Bar share={die.chance} label={`${die.title}: ${percent(die.chance)}`} />
            <ButtonLink to={battleWithDice(game.id, tried, die, false)} testid={`use-${die.id}`}>
              Use in a battle
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type CountProps = { throws: Throws; set: (throws: Throws) => void };

function Counting({ throws, set }: CountProps) {
  const [before, setBefore] = useState<Throws[]>([]);
  const count = (next: Throws) => {
    setBefore([...before.slice(-99), throws]);
    set(next);
  };
  const undo = () => {
    const last = before[before.length - 1];
    if (!last) return;
    setBefore(before.slice(0, -1));
    set(last);
  };
  return (
    <>
      <p>Throw your own brick dice and count how they come to rest. The more throws, the surer.</p>
      <div class="y-throws">
        <button
          type="button"
          class="y-throw"
          onClick={() => count({ ...throws, successes: throws.successes + 1 })}
          data-testid="on-side"
        >
          <BrickDie rest="side" words="A brick on its side:" />
          <b>On a side</b>
        </button>
        <button
          type="button"
          class="y-throw"
          onClick={() => count({ ...throws, failures: throws.failures + 1 })}
          data-testid="flat"
        >
          <BrickDie rest="flat" words="A brick lying flat:" />
          <b>Flat or upside down</b>
        </button>
      </div>
      <div class="y-counts">
        <span>On a side</span>
        <NumberRow
          label="On a side"
          value={throws.successes}
          max={MOST_THROWS}
          typed
          onChange={(successes) => count({ ...throws, successes })}
        />
        <span>Flat</span>
        <NumberRow
          label="Flat"
          value={throws.failures}
          max={MOST_THROWS}
          typed
          onChange={(failures) => count({ ...throws, failures })}
        />
      </div>
      <div class="k-row k-wrap a-after">
        <Button icon={Undo2} onClick={undo} aria-disabled={before.length === 0}>
          Undo
        </Button>
        <Button kind="quiet" icon={RotateCcw} onClick={() => count(NO_THROWS)}>
          Begin again
        </Button>
      </div>
    </>
  );
}

function Found({ game, tried }: { game: GameCard; tried: TriedDice }) {
  const brick = tried.kinds.find((die) => die.ways[1] === 0);
  const throws = tried.successes + tried.failures;
  return (
    <Panel title="What is known of your bricks" aside={`${throws} throws`}>
      <Curve tried={tried} />
      <dl class="y-numbers" data-testid="posterior">
        <div>
          <dt>best guess</dt>
          <dd data-testid="mean">{percent(tried.mean)}</dd>
        </div>
        <div>
          <dt>{`with ${percent(tried.credible, 0)} at least`}</dt>
          <dd>{percent(tried.low)}</dd>
        </div>
        <div>
          <dt>and at most</dt>
          <dd>{percent(tried.high)}</dd>
        </div>
      </dl>
      <p class="k-small k-muted a-after">
        {`Dashed: the model alone. It counts like ${tried.model_throws} throws; yours are added to it, and the blue curve is what both together say (a beta distribution).`}{" "}
        <ClauseLink clause={tried.clause} />
      </p>
      {brick && (
        <p class="a-after">
          <ButtonLink to={battleWithDice(game.id, tried, brick, true)} kind="ask" icon={Swords} testid="use">
            {`Use ${percent(tried.chance_value / 1000)} in a battle`}
          </ButtonLink>
        </p>
      )}
    </Panel>
  );
}

function Tray({ game }: { game: GameCard }) {
  const { throws, set, reply, ask } = useTried(game.id);
  const tried = reply?.ok ? reply.value : undefined;
  return (
    <div class="y-page y-brick-die">
      <div class="y-head">
        <h1>The brick die</h1>
      </div>
      {!reply && <Skeleton rows={3} awaiting="Asking the server about its dice." />}
      {reply && !reply.ok && <ErrorBox sentence={reply.refusal.sentence} kept="Your throws are kept." retry={ask} />}
      {tried && (
        <div class="a-blocks">
          <div class="a-column">
            <Explained tried={tried} />
            <Kinds game={game} tried={tried} />
          </div>
          <div class="a-column">
            <Panel title="Try your own">
              <Counting throws={throws} set={set} />
            </Panel>
            <Found game={game} tried={tried} />
          </div>
        </div>
      )}
    </div>
  );
}

export function BrickDiePage() {
  return <WithGame title="The brick die" wanted={(game) => game.own_dice} View={Tray} />;
}
