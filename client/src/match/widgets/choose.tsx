// Choosing one of some answers: a list by numbers, a hand of cards, or a few buttons of equal size for a reaction.
import { signal } from "@preact/signals";
import { Button, ClauseLink, isLaid, percent, SideMark, Skeleton } from "../../kit";
import type { Asked, Choice, Choose, Exhibit } from "../../protocol";
import { keyFor } from "../keys";
import { suggestionsOf } from "../offers";
import { AskPanel } from "../parts/ask_panel";
import { Change, ChoiceButton } from "../parts/choice_row";
import { Commit } from "../parts/commit";
import { Chances } from "../parts/numbers/chances";
import { CoverBar, CoverPicture } from "../parts/numbers/cover_picture";
import { Sums } from "../parts/numbers/tally";
import { RefusalLine } from "../parts/refusal_line";
import type { Opened, Room } from "../room";
import { giveWords } from "../words";
import { type ChooseHand, createButtonsHand, createChooseHand, UNMARKED } from "./choose_hand";
import { Notes } from "./giving";

export { createChooseHand } from "./choose_hand";

/** An attack beside the question: what it may do, its sums, and the target as the shooter sees it. */
function Attack({ room, exhibit }: { room: Room; exhibit: Exhibit }) {
  const { aim, title, notes } = exhibit;
  const seat = room.units.value.get(aim.unit)?.seat ?? -1;
  return (
    <section class="k-box m-attack" data-testid={`attack-${aim.unit}`}>
      <h3 class="k-row">
        <SideMark side={seat} /> {title}
      </h3>
      <Notes notes={notes} testid={`notes-${aim.unit}`} />
      <Chances chances={aim.chances} />
      {aim.sums.length > 0 && (
        // where the boxes stand one under the other, the chances of both come before where they come from
        <details class="m-sums-more" open={isLaid("columns") || isLaid("below")}>
          <summary>Where the number comes from</summary>
          <Sums sums={aim.sums} />
        </details>
      )}
      {aim.cover && aim.cover.percent > 0 && (
        <details class="m-cover-more">
          <summary>Cover as the shooter sees it: {aim.cover.percent} % hidden</summary>
          <CoverPicture room={room} cover={aim.cover} shooter={aim.unit} target={aim.target} />
          <CoverBar cover={aim.cover} />
        </details>
      )}
    </section>
  );
}

/** Who may do what, and why: a ribbon for each, with what it is worth. */
function Ribbon({ room, exhibit: { aim, title, notes } }: { room: Room; exhibit: Exhibit }) {
  const seat = room.units.value.get(aim.unit)?.seat ?? -1;
  return (
    <li class="k-box m-ribbon" data-testid={`attack-${aim.unit}`}>
      <h3 class="k-row">
        <SideMark side={seat} /> <span class="k-grow">{title}</span>
        <b data-testid={`need-${aim.unit}`}>
          {[aim.need, percent(aim.odds, aim.ways ? 1 : 0)].filter(Boolean).join(" · ")}
        </b>
      </h3>
      <p class="k-small">
        {[aim.roll, aim.remark].filter(Boolean).join(", ")}{" "}
        <ClauseLink clause={aim.sums[0]?.lines[0]?.clause || aim.clause} />
      </p>
      {aim.ways && aim.sums.length > 0 && (
        <details>
          <summary>Where the number comes from</summary>
          <Sums sums={aim.sums} />
        </details>
      )}
      <Notes notes={notes} testid={`notes-${aim.unit}`} />
    </li>
  );
}

/** Attacks told in a line each: where their rays can be drawn, and beside a hand of cards, which needs the room. */
const areRibbons = ({ exhibits, style }: Choose): boolean =>
  exhibits.length > 0 && (style === "cards" || exhibits.every((one) => one.lines));

function Exhibits({ room, offer }: { room: Room; offer: Choose }) {
  if (offer.exhibits.length === 0) return null;
  if (areRibbons(offer))
    return (
      <ol class="m-ribbons" data-testid="ribbons">
        {offer.exhibits.map((one) => (
          <Ribbon key={one.title} room={room} exhibit={one} />
        ))}
      </ol>
    );
  return (
    <div class="m-exchange">
      {offer.exhibits.map((one) => (
        <Attack key={one.title} room={room} exhibit={one} />
      ))}
    </div>
  );
}

/** What is chosen from, without the panel round it. */
export function ChooseBody({ room, hand }: { room: Room; hand: ChooseHand }) {
  const choices = hand.choices.value;
  const { offer } = hand;
  // the clause of the question stands above them
  const asked = room.opened.value?.asked;
  const isSaid = (clause: string): boolean => asked !== undefined && asked.text !== "" && clause === asked.clause;
  return (
    <>
      <Exhibits room={room} offer={offer} />
      <Notes notes={offer.notes} />
      {choices === null && <Skeleton rows={3} awaiting="Asking the server for possible answers." />}
      <ol class={offer.style === "cards" ? "m-choice-cards" : "m-rows"} data-testid="choices">
        {choices?.map((choice, i) => (
          <li key={JSON.stringify(choice.answer)} class={offer.style === "cards" ? "m-choice-card" : ""}>
            <ChoiceButton
              marked={hand.marked}
              at={i}
              title={choice.title}
              text={choice.text}
              refusal={choice.refusal}
              {...(choice.weighed && { weighed: choice.weighed })}
              testid={`choice-${i + 1}`}
            />
            {(choice.refusal || !isSaid(choice.clause)) && (
              <ClauseLink clause={choice.refusal?.clause || choice.clause} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function ListPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: ChooseHand }) {
  return (
    <AskPanel
      room={room}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={<Commit room={room} words={hand.words.value} ready={hand.ready.value} give={hand.commit} big />}
    >
      <ChooseBody room={room} hand={hand} />
    </AskPanel>
  );
}

type ButtonProps = { room: Room; hand: ChooseHand; choice: Choice; at: number };

/** While none is marked the yellow one is what acts; letting it pass is yellow only where nothing else can be done. */
function yellowAt({ offer, marked }: ChooseHand): number {
  if (marked.value !== UNMARKED) return marked.value;
  const acts = offer.choices.findIndex((one, i) => one.refusal === null && i !== offer.usual);
  return acts >= 0 ? acts : offer.usual;
}

/** The first stands under Y, the last under N; the marked one is under Enter too. */
function ChoicePress({ room, hand, choice, at }: ButtonProps) {
  const last = at === hand.offer.choices.length - 1;
  const marked = at === hand.marked.value;
  const key = at === 0 ? keyFor("yes") : last ? keyFor("no") : String(at + 1);
  return (
    <Button
      kind={at === yellowAt(hand) ? "ask" : "plain"}
      big
      keys={marked ? `${key} ${keyFor("commit")}` : key}
      aria-disabled={room.busy.value || choice.refusal !== null}
      onClick={() => hand.give(choice)}
      data-testid={at === 0 ? "commit" : last ? "decline" : `choice-${at + 1}`}
    >
      {giveWords(choice)}
    </Button>
  );
}

/** What an answer means, or why it is closed; with its name, where the others mean something else. */
function Meaning({ choice, named, linked }: { choice: Choice; named: boolean; linked: boolean }) {
  if (choice.refusal) return <RefusalLine refusal={choice.refusal} testid="closed" />;
  if (!choice.text && !choice.weighed) return null;
  return (
    <p class="k-small" data-testid="meaning">
      {named && <b>{choice.title}: </b>}
      {choice.weighed?.map((change) => (
        <Change key={change.of} change={change} />
      ))}
      {choice.text} {choice.clause && !linked && <ClauseLink clause={choice.clause} />}
    </p>
  );
}

/** What several answers mean alike is said once. */
const isNewMeaning = ({ text, refusal }: Choice, at: number, all: readonly Choice[]): boolean =>
  refusal !== null || all.findIndex((one) => one.text === text && one.refusal === null) === at;

const isOwnMeaning = ({ text }: Choice, all: readonly Choice[]): boolean =>
  all.length > 1 && all.filter((one) => one.text === text).length === 1;

function ButtonsPanel({ room, asked, hand }: { room: Room; asked: Asked; hand: ChooseHand }) {
  const { offer } = hand;
  const meanings = offer.choices.filter(isNewMeaning);
  // a rule that the question names, or the answer before, is not named once more
  const isLinked = ({ clause }: Choice, at: number): boolean =>
    (asked.text !== "" && clause === asked.clause) || meanings.findIndex((one) => one.clause === clause) < at;
  return (
    <AskPanel
      room={room}
      wide={offer.exhibits.length > 0 && !areRibbons(offer)}
      brief={offer.exhibits.length === 0}
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      foot={
        <div class="m-react">
          <Notes notes={offer.notes} />
          {meanings.map((choice, at) => (
            <Meaning
              key={choice.title}
              choice={choice}
              named={isOwnMeaning(choice, offer.choices)}
              linked={isLinked(choice, at)}
            />
          ))}
          <div class="m-equal">
            {offer.choices.map((choice, i) => (
              <ChoicePress key={choice.title} room={room} hand={hand} choice={choice} at={i} />
            ))}
          </div>
        </div>
      }
    >
      <Exhibits room={room} offer={offer} />
    </AskPanel>
  );
}

export function chooseWidget(room: Room, asked: Asked, offer: Choose): Opened {
  if (offer.style === "buttons") {
    const hand = createButtonsHand(room, asked.seat, offer);
    return { asked, where: "yes_no", hand, panel: () => <ButtonsPanel room={room} asked={asked} hand={hand} /> };
  }
  const hand = createChooseHand(room, asked.seat, offer);
  return { asked, where: "list", hand, panel: () => <ListPanel room={room} asked={asked} hand={hand} /> };
}

/** An offer this page does not know yet: the server's suggestions as a list, so that it can always be answered. */
export function genericWidget(room: Room, asked: Asked): Opened {
  const choices = signal<Choice[] | null>(null);
  void room.preview("suggest", { n: 9 }).then((told) => {
    choices.value = suggestionsOf(told).map((one) => ({
      answer: one.answer,
      title: one.kind.replaceAll("_", " ") || "answer",
      text: one.reason,
      clause: one.clause,
      refusal: null,
      about: [],
      careful: "",
      area: [],
    }));
  });
  const offer: Choose = {
    offer: "choose",
    choices: [],
    style: "list",
    unit: "",
    exhibits: [],
    notes: [],
    give: "",
    usual: 0,
    hollow: false,
  };
  const hand = createChooseHand(room, asked.seat, offer, choices);
  return { asked, where: "list", hand, panel: () => <ListPanel room={room} asked={asked} hand={hand} /> };
}
