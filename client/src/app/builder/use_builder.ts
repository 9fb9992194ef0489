// All that stands in the builder: the army, the unit that is looked at, what is agreed on, and what the server says of it.
import { useRef, useState } from "preact/hooks";
import { here } from "../../kit";
import type { BuiltCard, CardFace, GameCard, Refusal } from "../../protocol";
import type { Army, Options } from "../battle/draft";
import { armyNameIn, buildCard, designs, readArmyCode, takeAsked, useBuilt } from "../designs";
import { useWanted } from "../late";
import { useChecked } from "../yard/checked";
import { hasModels, takeModels } from "./army_file";
import { EVERYTHING, isOn, letIn, offersOf, type Sought } from "./filters";
import type { Range } from "./odds";
import { manned, twinned, withCount, withOneMore, without, withUpgrade } from "./rows";

export const NAME = "My army";

/** What is looked at: a row of the army, or a card of the catalogue. */
export type Chosen = { row: number } | { text: string };

/** The army: the one an address brings with its name, the one that was here last, or something to begin with. */
function useArmy(game: GameCard): [Army, (army: Army) => void] {
  const first = (): Army => {
    const params = here().searchParams;
    // read before the address is made plain
    void takeModels(game.id, params.get("models") ?? "");
    const code = takeAsked(params.has("card") ? "card" : "army");
    const asked = readArmyCode(code);
    if (asked.length > 0) designs.keepCalled(game.id, armyNameIn(code));
    const kept = designs.bench(game.id);
    if (asked.length > 0 || kept.length > 0) return asked.length > 0 ? asked : kept;
    // where units of one's own need an agreement, nobody begins with one
    return game.yard && game.yard.manner !== "numbers" ? [[game.yard.example, 1]] : [];
  };
  const [army, setArmy] = useState<Army>(first);
  const set = (next: Army) => {
    setArmy(next);
    designs.keepBench(game.id, manned(next));
  };
  return [army, set];
}

/** An army that has models cannot do without units of one's own. */
const agreedFor = (game: GameCard, army: Army, options: Options): Options =>
  hasModels(army) ? letIn(game, options) : options;

function useAgreed(game: GameCard, army: Army) {
  const { usual_points, duels } = game.catalogue;
  const [points, setPoints] = useState(usual_points || 100);
  const [options, setOptions] = useState<Options>(() => agreedFor(game, army, {}));
  const [name, call] = useState(() => designs.called(game.id) || NAME);
  const setName = (next: string) => {
    call(next);
    designs.keepCalled(game.id, next === NAME ? "" : next);
  };
  const [sought, seek] = useState<Sought>(EVERYTHING);
  const [range, setRange] = useState<Range>({ enemy: duels.enemies[0] ?? "", away: duels.distance, facing: "front" });
  return { points, setPoints, options, setOptions, name, setName, sought, seek, range, setRange };
}

const textIn = (army: Army, chosen: Chosen): string =>
  "row" in chosen ? (army[Math.min(chosen.row, army.length - 1)]?.[0] ?? "") : chosen.text;

export function useBuilder(game: GameCard) {
  const [army, change] = useArmy(game);
  const [chosen, choose] = useState<Chosen>(
    army.length > 0 ? { row: 0 } : { text: Object.keys(game.catalogue.cards)[0] ?? "" },
  );
  const agreed = useAgreed(game, army);
  const { options } = agreed;
  const { catalogue, yard } = game;
  const text = textIn(army, chosen);
  const own = designs.cards(game.id);
  const mayOwn =
    (yard?.switches ?? []).length === 0 ||
    yard?.manner !== "numbers" ||
    yard.switches.every((id) => isOn(catalogue, options, id));
  const offers = offersOf(catalogue, mayOwn ? own : [], options);
  const asked = [...army.map(([one]) => one), text, ...offers.filter((one) => one.own).map((one) => one.text)];
  const replies = useBuilt(
    { game: game.id, options },
    asked.filter((one) => one && !(one in catalogue.pieces)),
  );
  const built = new Map([...replies].flatMap(([one, reply]) => (reply.ok ? [[one, reply.value] as const] : [])));
  const [about, told] = useChecked(game.id, manned(army), agreed.points, options);
  // While a changed unit is on its way to the server and back, the card before it stays in sight.
  const shown = useRef<{ card: BuiltCard; was: string }>();
  const card = built.get(text);
  if (card) shown.current = { card, was: text };
  const isEdited = "row" in chosen && !(text in catalogue.cards) && !(text in catalogue.pieces);
  const stands = card ?? (isEdited ? shown.current?.card : undefined);
  const reply = replies.get(text);
  return {
    ...{ army, change, chosen, choose, text, offers, built, card, stands, mayOwn, ...agreed },
    face: (stands?.face ?? catalogue.cards[text] ?? catalogue.pieces[text]) as CardFace | undefined,
    // as it is given away: units of one's own in the form the server writes them
    given: manned(army).map(([one, count]): [string, number] => [
      one in catalogue.cards ? one : (built.get(one)?.text ?? one),
      count,
    ]),
    checked: told?.said,
    about,
    isJudged: told?.about === about,
    unread: reply && !reply.ok ? reply.refusal : undefined,
    ...deeds(army, change, choose),
    open: (next: Army) => {
      change(next);
      choose({ row: 0 });
      agreed.setOptions(agreedFor(game, next, options));
    },
  };
}

/** What is done to the rows; the eye follows the hand, the rows stay where they are. */
function deeds(army: Army, change: (army: Army) => void, choose: (chosen: Chosen) => void) {
  const put = ({ army: next, index }: { army: Army; index: number }) => {
    change(next);
    choose({ row: index });
  };
  return {
    add: (text: string) => {
      change(withOneMore(army, text).army);
      choose({ text });
    },
    /** A row of its own, to be built on. */
    begin: (text: string) => put({ army: [...army, [text, 1]], index: army.length }),
    count: (index: number, count: number) => change(withCount(army, index, count)),
    drop: (index: number) => change(without(army, index)),
    twin: (index: number) => put({ army: twinned(army, index), index: index + 1 }),
    upgrade: (index: number, written: string) => put(withUpgrade(army, index, written)),
    rewrite: (index: number, text: string) =>
      change(army.map((row, at): [string, number] => (at === index ? [text, row[1]] : row))),
  };
}

/** Opens a code somebody was given: every text of it must be one the server can read. */
export function useTaking(game: GameCard, options: Options, about: string, open: (army: Army, name: string) => void) {
  const ask = useWanted(about);
  return async (code: string): Promise<Refusal | undefined> => {
    const isWanted = ask();
    const army = readArmyCode(code);
    const texts = army.map(([text]) => text).filter((text) => !(text in game.catalogue.pieces));
    const answers = await Promise.all(texts.map((text) => buildCard({ game: game.id, text, options })));
    const wrong = answers.find((reply) => !reply.ok);
    if (wrong && !wrong.ok) return wrong.refusal;
    if (isWanted()) open(army, armyNameIn(code));
    return undefined;
  };
}
