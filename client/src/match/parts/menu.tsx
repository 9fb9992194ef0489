// The menu: links to copy, offers to the other side, settings, leaving. Giving up asks again.
import { useSignal } from "@preact/signals";
import {
  addressOf,
  Button,
  ButtonLink,
  Copy,
  Dialog,
  inBattle,
  isPocket,
  rulesFrom,
  Sheet,
  seats,
  ToServer,
} from "../../kit";
import { keyFor } from "../keys";
import type { Room } from "../room";
import { StandingOrders } from "./orders";
import { offerDraw, offersOf } from "./people/draw_offer";
import { OwnLink } from "./people/own_link";

function ConcedeDialog({ room, close }: { room: Room; close: () => void }) {
  const concede = (): void => {
    room.answer({ answer: "concede" });
    close();
  };
  return (
    <Dialog
      title="Give the battle up?"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>Play on</Button>
          <Button kind="danger" onClick={concede} data-testid="concede-yes">
            Give up
          </Button>
        </>
      }
    >
      <p>
        {room.store.seats.value.length > 2
          ? "Your units leave the table. The others play on; if only one side is left, it wins."
          : "The other side wins."}{" "}
        This cannot be taken back.
      </p>
    </Dialog>
  );
}

function RollOffDialog({ room, close }: { room: Room; close: () => void }) {
  const question = useSignal("");
  const roll = (): void => {
    room.answer({ answer: "roll_off", question: question.value || "Who is right?", method: "high" });
    close();
  };
  return (
    <Dialog
      title="Roll for it"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>Leave it</Button>
          <Button onClick={roll}>Roll</Button>
        </>
      }
    >
      <label class="k-column">
        What do you disagree about? The higher roll is right. It is written down and changes nothing.
        <input
          class="k-field"
          maxLength={120}
          value={question.value}
          onInput={(event) => {
            question.value = event.currentTarget.value;
          }}
        />
      </label>
    </Dialog>
  );
}

/** Links to this table: of one's own seats, and for whoever watches. */
function GivenAway({ room, renewed }: { room: Room; renewed: () => void }) {
  const mine = seats.of(room.match);
  return (
    <>
      {mine.map((one) => (
        <OwnLink key={one.seat} kept={one} alone={mine.length === 1} changed={renewed} />
      ))}
      <Copy text={addressOf(`/watch/${room.match}`)} label="Copy watch link" />
    </>
  );
}

const FAIR = isPocket
  ? "Your own device fixed its part of the dice before the battle and opens it at the end, so this is a promise to yourself."
  : "The server fixed its part of the dice before the battle and opens it at the end; your browser adds a part of its own";
const KNOWING = isPocket
  ? "The text replay of a finished battle shows every die."
  : "The text replay of a finished battle proves every die. Whoever runs the server could still know coming dice.";

type MenuProps = { room: Room; close: () => void; text: () => void; keys: () => void; renewed: () => void };

/** What to note of the own parts of the dice, as the tool that checks them takes it: seat, first roll, promise. */
function partsWords(room: Room): string {
  const yours = room.store.welcome.value?.yours ?? [];
  const mine = room.store.seats.value.filter(
    (card) => yours.includes(card.seat) && card.stirred && card.first_roll >= 0,
  );
  const words = mine.map((card) => `${card.seat}:${card.first_roll}:${card.stir.slice(0, 16)}`);
  return words.length > 0 ? ` (${words.join(", ")}: seat, first roll, promise)` : "";
}

export function MenuSheet({ room, close, text, keys, renewed }: MenuProps) {
  const dialog = useSignal<"" | "concede" | "roll">("");
  const { store } = room;
  const over = store.view.value?.outcome != null;
  const play = store.seat.value >= 0 && !over;
  const shut = (): void => {
    dialog.value = "";
    close();
  };
  const welcome = store.welcome.value;
  return (
    <Sheet title="Menu" onClose={close} testid="menu-sheet">
      <div class="m-menu">
        {!isPocket && <GivenAway room={room} renewed={renewed} />}
        {play && (
          <>
            <Button
              onClick={() => {
                offerDraw(room);
                close();
              }}
              data-testid="offer-draw"
            >
              {offersOf(store.view.value).some((seat) => seat !== store.seat.value)
                ? "Agree to a draw"
                : "Offer a draw"}
            </Button>
            <Button
              onClick={() => {
                dialog.value = "roll";
              }}
            >
              Roll for it
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                dialog.value = "concede";
              }}
              data-testid="concede"
            >
              Give up
            </Button>
          </>
        )}
        {play && <StandingOrders room={room} />}
        <Button
          keys={keyFor("fit")}
          onClick={() => {
            room.board.peek()?.fit();
            close();
          }}
        >
          Fit the whole table
        </Button>
        <Button keys={keyFor("text")} onClick={text}>
          Text mode
        </Button>
        <Button keys={keyFor("keys")} onClick={keys}>
          Keys
        </Button>
        <a class="k-button" href={rulesFrom(inBattle.value)} target="_blank" rel="noopener">
          Rules
        </a>
        <ButtonLink to="/settings">Settings</ButtonLink>
        <ButtonLink to="/">Leave the table</ButtonLink>
        {isPocket && <ToServer words="Whoever watches, or plays at another device, needs a server." />}
        {welcome && (
          <p class="k-tiny k-muted">
            Rules {welcome.rules_version}, code {welcome.code}. Promise of the dice: {welcome.dice_promise.slice(0, 16)}
            . {FAIR}
            {isPocket ? "" : `${partsWords(room)}.`} {KNOWING}
          </p>
        )}
      </div>
      {dialog.value === "concede" && <ConcedeDialog room={room} close={shut} />}
      {dialog.value === "roll" && <RollOffDialog room={room} close={shut} />}
    </Sheet>
  );
}
