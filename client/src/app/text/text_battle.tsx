// New battle in text mode: each answer changes one thing, the first one starts.

import { useEffect, useState } from "preact/hooks";
import { api, go, goFromHere, isPocket, route, sideName } from "../../kit";
import type { GameCard } from "../../protocol";
import { additions, isAdded, presetOf, wholeSets, withAdded, withoutAdded, withSet } from "../battle/chapters";
import {
  anotherNumber,
  type Draft,
  newDraft,
  numberSwitch,
  orderOf,
  type SeatChoice,
  stylesOf,
  switchValue,
  withNumber,
  withScenario,
  withStyle,
} from "../battle/draft";
import { summaryOf } from "../battle/summary";
import { botsOf, firstLevel, invitationOf, placeOf, setUp } from "../start";
import { invitations } from "./text_invitations";
import { mannersAnswers, mannersLines } from "./text_manners";
import { type TextAnswer, TextPage } from "./text_page";

function after<T>(list: readonly T[], at: number): T | undefined {
  return list[(at + 1) % list.length];
}

/** The next one who may sit on a seat: me, the bots from weak to strong, the same device, a link. */
export function nextSeat(game: GameCard, now: SeatChoice): SeatChoice {
  const level = firstLevel(game);
  const all: SeatChoice[] = [
    { kind: "me", level },
    ...botsOf(game).map((one): SeatChoice => ({ kind: "bot", level: one.id })),
    { kind: "here", level },
    ...(isPocket ? [] : [{ kind: "link", level } as const]),
  ];
  const at = all.findIndex((one) => one.kind === now.kind && (one.kind !== "bot" || one.level === now.level));
  return after(all, at) ?? now;
}

type Choosing = { games: readonly GameCard[]; game: GameCard; choose: (game: GameCard) => void };

/** The next game, where there are several. */
function gameAnswer({ games, game, choose }: Choosing): TextAnswer[] {
  const next = after(
    games,
    games.findIndex((one) => one.id === game.id),
  );
  if (!next || next.id === game.id) return [];
  return [{ words: `Game: change to ${next.title}`, act: () => choose(next) }];
}

function changes(game: GameCard, draft: Draft, change: (draft: Draft) => void): TextAnswer[] {
  const { scenarios } = game.catalogue;
  const presets = wholeSets(game);
  const scenario = after(
    scenarios,
    scenarios.findIndex((one) => one.id === draft.scenario),
  );
  const preset = after(
    presets,
    presets.findIndex((one) => one.id === presetOf(game, draft)),
  );
  const seats = draft.seats.map((now, seat): TextAnswer => {
    const next = nextSeat(game, now);
    const named =
      next.kind === "bot" ? `${next.level} bot` : next.kind === "here" ? "a player on this device" : next.kind;
    const act = () => change({ ...draft, seats: draft.seats.map((old, i) => (i === seat ? next : old)) });
    return { words: `Seat of ${sideName(seat)}: change to ${named}`, act };
  });
  const styles = draft.seats.flatMap((now, seat): TextAnswer[] => {
    const all = stylesOf(game, now);
    const next = after(
      all,
      Math.max(
        0,
        all.findIndex((one) => one.id === now.style),
      ),
    );
    if (!next) return [];
    const choice = withStyle(game, now, next.id);
    const act = () => change({ ...draft, seats: draft.seats.map((old, i) => (i === seat ? choice : old)) });
    return [{ words: `Style of ${sideName(seat)}: change to ${next.title.toLowerCase()}. ${next.text}`, act }];
  });
  const placed = {
    words: `Units start placed: ${draft.ready ? "yes" : "no"}. Change`,
    act: () => change({ ...draft, ready: !draft.ready }),
  };
  const drawn = numberSwitch(game, draft);
  const number = drawn ? Number(switchValue(drawn, draft.options, draft.seats.length)) : 0;
  const another = drawn
    ? [
        {
          words: `${drawn.title}: ${number}. Take another`,
          act: () => change(withNumber(game, draft, anotherNumber(drawn, number))),
        },
      ]
    : [];
  return [
    ...(scenario
      ? [{ words: `Scenario: change to ${scenario.title}`, act: () => change(withScenario(game, draft, scenario.id)) }]
      : []),
    ...(preset ? [{ words: `Rules: change to ${preset.title}`, act: () => change(withSet(game, draft, preset)) }] : []),
    ...another,
    ...seats,
    ...styles,
    ...mannersAnswers(game, draft, change),
    placed,
    ...additions(game).map((one): TextAnswer => {
      const on = isAdded(game, draft, one);
      const act = () => change(on ? withoutAdded(game, draft, one) : withAdded(game, draft, one));
      return { words: `${on ? "Leave out" : "Add"} ${one.title.toLowerCase()}. ${one.text}`, act };
    }),
  ];
}

function Agreed({ games, game, choose }: Choosing) {
  const [draft, change] = useState(() => newDraft(game));
  const [told, setTold] = useState("");
  const [place, setPlace] = useState("");
  const [made, setMade] = useState("");
  const start = async () => {
    const goOn = goFromHere();
    const reply = await setUp(orderOf(game, draft));
    if (!reply.ok) return setTold(reply.refusal.sentence);
    const { links } = invitationOf(reply.value, "");
    if (links.length === 0) return goOn(placeOf(reply.value));
    setPlace(placeOf(reply.value));
    setMade(reply.value.match);
    setTold(`The table stands. ${links.map((one) => `Link for ${sideName(one.seat)}: ${one.address}`).join(". ")}`);
  };
  const open: TextAnswer[] = place
    ? [{ words: "Open the table", act: () => go(place) }, ...invitations(made, "", setTold)]
    : [{ words: "Start", act: start }];
  const lines = [game.title, summaryOf(game, draft), ...mannersLines(game, draft)];
  return (
    <TextPage
      title="New battle"
      parts={[{ heading: "As it stands", lines }]}
      told={told}
      answers={[
        ...open,
        ...gameAnswer({ games, game, choose }),
        ...changes(game, draft, change),
        { words: "Front page", act: () => go("/") },
      ]}
    />
  );
}

export function TextBattle() {
  const [games, setGames] = useState<readonly GameCard[]>([]);
  const [game, choose] = useState<GameCard>();
  const [told, setTold] = useState("Asking the server which games it has.");
  useEffect(() => {
    api.games().then((reply) => {
      if (!reply.ok) return setTold(reply.refusal.sentence);
      const wanted = route.value.search.get("game");
      setGames(reply.value);
      choose(reply.value.find((one) => one.id === wanted) ?? reply.value[0]);
    });
  }, []);
  if (game) return <Agreed key={game.id} games={games} game={game} choose={choose} />;
  return <TextPage title="New battle" told={told} answers={[{ words: "Front page", act: () => go("/") }]} />;
}
