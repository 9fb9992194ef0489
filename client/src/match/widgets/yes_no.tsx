// A reaction: one question, two buttons of equal size. Enter does nothing here, only Y and N.
import { Button, ClauseLink } from "../../kit";
import type { Asked } from "../../protocol";
import { keyFor } from "../keys";
import { AskPanel } from "../parts/ask_panel";
import { TimeRing } from "../parts/time_ring";
import type { Hand, Opened, Room } from "../room";
import { exchangeOf, exchangeWidget } from "./exchange";

const words = (value: unknown): string => (typeof value === "string" ? value.replaceAll("_", " ") : "");

function createYesNoHand(room: Room): Hand & { say(yes: boolean): void } {
  const say = (yes: boolean): void => room.answer({ answer: "react", yes });
  return {
    say,
    marks: () => [],
    about: () => [],
    intent: () => undefined,
    press({ action }) {
      if (action === "yes" || action === "no") say(action === "yes");
      // A habitual Enter must not answer a question nobody has read.
      else if (action !== "commit") return false;
      return true;
    },
  };
}

function YesNoPanel({ room, asked, say }: { room: Room; asked: Asked; say: (yes: boolean) => void }) {
  const clause = typeof asked.offer.clause === "string" ? asked.offer.clause : asked.clause;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      lead={<TimeRing room={room} />}
      foot={
        <div class="m-equal">
          <Button
            kind="ask"
            big
            keys={keyFor("yes")}
            aria-disabled={room.busy.value}
            onClick={() => say(true)}
            data-testid="commit"
          >
            {words(asked.offer.offer) || "Yes"}
          </Button>
          <Button
            big
            keys={keyFor("no")}
            aria-disabled={room.busy.value}
            onClick={() => say(false)}
            data-testid="decline"
          >
            Pass
          </Button>
        </div>
      }
    >
      <p>
        {words(asked.offer.trigger)} <ClauseLink clause={clause} />
      </p>
    </AskPanel>
  );
}

export function yesNoWidget(room: Room, asked: Asked): Opened {
  const exchange = exchangeOf(asked);
  if (exchange) return exchangeWidget(room, asked, exchange);
  const hand = createYesNoHand(room);
  return { asked, where: "yes_no", hand, panel: () => <YesNoPanel room={room} asked={asked} say={hand.say} /> };
}
