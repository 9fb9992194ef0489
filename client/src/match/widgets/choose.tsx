// Choosing from sentences: a list by numbers. Also the generic way for questions no widget knows.
import { type Signal, signal } from "@preact/signals";
import { ClauseLink, Skeleton } from "../../kit";
import type { Asked } from "../../protocol";
import { type Choice, choiceOffer, suggestionsOf } from "../offers";
import { AskPanel } from "../parts/ask_panel";
import { ChoiceButton } from "../parts/choice_row";
import { Commit } from "../parts/commit";
import type { Hand, Opened, Room } from "../room";

interface ListHand extends Hand {
  readonly choices: Signal<Choice[] | null>;
  readonly marked: Signal<number>;
  commit(): void;
}

function createListHand(room: Room, choices: Signal<Choice[] | null>): ListHand {
  const marked = signal(0);
  const commit = (): void => {
    const choice = choices.peek()?.[marked.peek()];
    if (choice) room.answer(choice.answer);
  };
  return {
    choices,
    marked,
    commit,
    marks: () => [],
    about: () => [],
    intent: () => undefined,
    press({ action, digit }) {
      const count = choices.peek()?.length ?? 0;
      if (action === "commit") commit();
      else if (action === "number" && digit <= count) marked.value = digit - 1;
      else if (action === "next") marked.value = (marked.peek() + 1) % Math.max(1, count);
      else if (action === "previous") marked.value = (marked.peek() + count - 1) % Math.max(1, count);
      else return false;
      return true;
    },
  };
}

function ListPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: ListHand }) {
  const choices = hand.choices.value;
  return (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={<Commit room={room} words="Choose this" ready={(choices?.length ?? 0) > 0} give={hand.commit} big />}
    >
      {choices === null && <Skeleton rows={3} awaiting="Asking the server for possible answers." />}
      <ol class="m-rows" data-testid="choices">
        {choices?.map((choice, i) => (
          <li key={JSON.stringify(choice.answer)}>
            <ChoiceButton
              marked={hand.marked}
              at={i}
              title={choice.title}
              text={choice.text}
              testid={`choice-${i + 1}`}
            />
            <ClauseLink clause={choice.clause} />
          </li>
        ))}
      </ol>
    </AskPanel>
  );
}

export function chooseWidget(room: Room, asked: Asked): Opened {
  const hand = createListHand(room, signal<Choice[] | null>(choiceOffer(asked)));
  return { asked, where: "list", hand, panel: () => <ListPanel room={room} asked={asked} hand={hand} /> };
}

/** Any question without a widget of its own: the server's suggestions as a list, so that it can always be answered. */
export function genericWidget(room: Room, asked: Asked): Opened {
  const choices = signal<Choice[] | null>(null);
  void room.preview("suggest", { n: 9 }).then((told) => {
    choices.value = suggestionsOf(told).map((one) => ({
      answer: one.answer,
      title: one.kind.replaceAll("_", " ") || String(one.answer.answer ?? "answer"),
      text: one.reason,
      clause: one.clause,
    }));
  });
  const hand = createListHand(room, choices);
  return { asked, where: "list", hand, panel: () => <ListPanel room={room} asked={asked} hand={hand} /> };
}
