// An order put together like a sentence: its parts as buttons in it, and under it the words of the part in hand.
import type { Asked, Compose } from "../../protocol";
import { AskPanel } from "../parts/ask_panel";
import { Commit } from "../parts/commit";
import type { Opened, Room } from "../room";
import { type ComposeHand, createComposeHand, type Piece } from "./compose_hand";
import { Notes } from "./giving";

/** A part of the sentence: what it says, or a gap; touched, it can be said anew. */
function PartButton({ hand, piece: { part, words } }: { hand: ComposeHand; piece: Piece }) {
  if (!part) return <span class={/^[,:;.]/.test(words) ? "tight" : ""}>{words.trim()}</span>;
  const missing = hand.said.value[part.field] === undefined;
  const now = hand.part.value === part;
  return (
    <button
      type="button"
      class={`m-compose-part ${missing ? "missing" : ""}`}
      aria-pressed={now}
      aria-label={`${part.title} ${missing ? "Not said yet" : words}`}
      disabled={part.words.length === 1}
      onClick={() => hand.turnTo(part.field)}
      data-testid={`order-${part.field}`}
    >
      {words}
    </button>
  );
}

/** Whether words of a part can be said by touching the table. */
const isOnTable = ({ offer }: ComposeHand, field: string): boolean =>
  offer.spots.some(({ picks }) => field in picks) ||
  offer.parts.some((one) => one.field === field && one.words.some(({ about }) => about.length > 0));

function Words({ hand }: { hand: ComposeHand }) {
  const part = hand.part.value;
  if (!part) return null;
  const all = hand.words_now.value;
  return (
    <div role="radiogroup" aria-label={part.title}>
      <h3 class="k-small m-compose-asks">
        {part.title}{" "}
        {isOnTable(hand, part.field) && <span class="k-muted">Touch it on the table, or choose here.</span>}
      </h3>
      <div class={`m-compose-words ${all.some(({ word }) => word.text) ? "told" : ""}`} data-testid="order-words">
        {all.map(({ word, digit }) => (
          <button
            type="button"
            role="radio"
            key={word.value}
            class="m-row"
            aria-checked={hand.said.value[part.field] === word.value}
            onClick={() => hand.say(part.field, word.value)}
            data-testid={`word-${word.value}`}
          >
            {digit > 0 && <kbd>{digit}</kbd>}
            <span class="k-grow">
              <b>{word.title}</b>
              {word.text && <span class="k-small k-muted m-under">{word.text}</span>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

export function ComposeBody({ hand }: { hand: ComposeHand }) {
  return (
    <div class="m-compose">
      <Notes notes={hand.offer.notes} />
      <p class="m-compose-sentence" data-testid="order-sentence" aria-live="polite">
        {hand.pieces.value.map((piece) => (
          <PartButton key={piece.part?.field ?? piece.words} hand={hand} piece={piece} />
        ))}
      </p>
      <Words hand={hand} />
    </div>
  );
}

export function composeWidget(room: Room, asked: Asked, offer: Compose): Opened {
  const hand = createComposeHand(room, asked.seat, offer);
  const panel = () => (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={<Commit room={room} words={hand.words.value} ready={hand.ready.value} give={hand.commit} big />}
    >
      <ComposeBody hand={hand} />
    </AskPanel>
  );
  return { asked, where: "list", hand, panel };
}
