// Building in text mode: the workshop, armies and the dice, each as lines and numbered answers.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, clauses, go, percent, type Reply, route } from "../../kit";
import type {
  Attack,
  BuiltCard,
  CheckedArmy,
  Duel,
  GameCard,
  LimitFace,
  Refusal,
  TriedDice,
  Yard,
} from "../../protocol";
import type { Army } from "../battle/draft";
import { battleWithDice, keepThrows, keptThrows, type Throws } from "../brick_die/throws";
import { boundsOf } from "../builder/limits";
import { armyCode, battleWith, buildCard, designs, nameOf, readArmyCode } from "../designs";
import { useWanted } from "../late";
import { added, counted } from "../shipyard/ships";
import { type Bench, benchOf, cleanName, moduleIn, textOf, withSlot } from "../workshop/bench";
import { type TextAnswer, TextPage } from "./text_page";

const HOME: TextAnswer = { words: "Front page", act: () => go("/") };

const withClause = (fault: Refusal) => `${fault.sentence} Rule: ${clauses.nameOf(fault.clause)}.`;

/** The next module that fits a slot, after the one in it. */
function nextModule(yard: Yard, fits: string, now: string) {
  const fitting = yard.modules.filter((one) => one.fits === fits);
  return fitting[(fitting.findIndex((one) => one.id === moduleIn(yard, now)?.id) + 1) % fitting.length];
}

function cardLines(card: BuiltCard): string[] {
  const numbers = [...card.face.numbers, ...card.notes].map((one) => `${one.title} ${one.value}`);
  return [`${card.name || card.face.title}, ${card.face.cost} points`, numbers.join(", ")];
}

function TextWorkshop({ game, yard }: { game: GameCard; yard: Yard }) {
  const kept = designs.bench(game.id)[0]?.[0] ?? yard.example;
  const [bench, set] = useState<Bench>();
  const [built, setBuilt] = useState<Reply<BuiltCard>>();
  const [told, setTold] = useState("");
  const ask = useWanted(bench);
  const open = async (text: string) => {
    const isWanted = ask();
    const reply = await buildCard({ game: game.id, text });
    if (!isWanted()) return;
    if (!reply.ok) return setTold(reply.refusal.sentence);
    set(benchOf(reply.value));
  };
  useEffect(() => {
    open(kept);
  }, []);
  const text = bench ? textOf(bench) : "";
  useEffect(() => {
    if (!text) return;
    let current = true;
    // it is the first of the army; the others stay as they are
    const [first, ...others] = designs.bench(game.id);
    designs.keepBench(game.id, [[text, first?.[1] ?? 1], ...others]);
    buildCard({ game: game.id, text }).then((reply) => {
      if (current) setBuilt(reply);
    });
    return () => {
      current = false;
    };
  }, [text]);
  const wanted = useWanted(text);
  const card = built?.ok ? built.value : undefined;
  if (!bench || !card)
    return <TextPage title="Mech workshop" told={told || "Opening the workshop."} answers={[HOME]} />;
  // What lies on the bench when an answer is given, not what the server spoke of last.
  const use = async () => {
    const isWanted = wanted();
    const reply = await buildCard({ game: game.id, text });
    if (!reply.ok || !isWanted()) return;
    const [wrong] = reply.value.faults;
    if (wrong) setTold(withClause(wrong));
    else go(battleWith(game.id, [[reply.value.text, 1]]));
  };
  const changes = yard.slots.flatMap((slot, index): TextAnswer[] => {
    const next = nextModule(yard, slot.fits, bench.slots[index] ?? "");
    if (!next) return [];
    const act = () => set(withSlot(bench, index, next.id));
    return [{ words: `${slot.title}: change to ${next.title}, ${next.cost} points`, act }];
  });
  const save = async () => {
    const reply = await buildCard({ game: game.id, text });
    if (!reply.ok) return;
    designs.keepCard(game.id, reply.value.text);
    setTold(`${nameOf(reply.value.text)} is kept in this browser.`);
  };
  const ready = [...Object.keys(game.catalogue.cards), ...designs.cards(game.id)];
  const parts = yard.slots.map((slot, index) => {
    const module = moduleIn(yard, bench.slots[index] ?? "");
    return `${slot.title}: ${module ? `${module.title}, ${module.cost} points` : "empty"}`;
  });
  return (
    <TextPage
      title="Mech workshop"
      parts={[
        { heading: "On the bench", lines: [...cardLines(card), ...parts] },
        { heading: "Faults", lines: card.faults.length > 0 ? card.faults.map(withClause) : ["None."] },
      ]}
      told={told}
      hint='Type a number, "name" and a name, or the code of a Mech'
      onWords={(words) => {
        const named = /^name\s+(.+)$/i.exec(words);
        if (named) set({ ...bench, name: cleanName(named[1] ?? "") });
        else open(words);
      }}
      answers={[
        { words: "Use in a battle", act: use },
        ...changes,
        { words: "Save", act: save },
        ...ready.map((one): TextAnswer => ({ words: `Open ${nameOf(one)}`, act: () => open(one) })),
        HOME,
      ]}
    />
  );
}

type ArmyWords = { title: string; heading: string; none: string; hint: string };

const FLEET: ArmyWords = {
  title: "Shipyard",
  heading: "Fleet",
  none: "No ships yet.",
  hint: "Type a number, or a ship of your own such as: Sea Wolf 12: 4-2-6 oars",
};
const FORCE: ArmyWords = {
  title: "Barracks",
  heading: "Army",
  none: "No units yet.",
  hint: "Type a number, or a unit of your own such as: Red Foxes: veteran smg grenade, 4 regular smg",
};

const ARMY: ArmyWords = {
  title: "Army builder",
  heading: "Army",
  none: "No units yet.",
  hint: 'Type a number, a unit as a list writes it such as: 3x M4 Sherman, or "odds" and an enemy',
};

const limitLine = (limit: LimitFace): string =>
  `${limit.title} ${limit.value}${boundsOf(limit) && `, ${boundsOf(limit)}`}${limit.holds ? "" : ": not kept"}. Rule: ${clauses.nameOf(limit.clause)}.`;

/** What two units do to each other, in sentences. */
function duelLines(duel: Duel): string[] {
  if (duel.refusal) return [duel.refusal.sentence];
  const said = (who: string, { title, face }: Attack): string => {
    const why = face.refusal?.sentence ?? (face.wasted ? face.remark : "");
    const needs = [face.need, face.roll].filter(Boolean).join(" ");
    return `${who}${title && ` with ${title}`}: ${why || `${needs && `${needs}, `}${percent(face.odds)}${face.odds_of ? `, ${face.odds_of}` : ""}`}`;
  };
  return [
    ...duel.mine.map((attack) => said(`At ${duel.title}`, attack)),
    ...duel.theirs.map((attack) => said(`${duel.title} at it`, attack)),
  ];
}

/** Odds of the first unit of the army against an enemy that was named, at the usual distance. */
async function oddsOf(game: GameCard, card: string, enemy: string): Promise<string> {
  const { duels, cards } = game.catalogue;
  const named = Object.keys(cards).find((one) => one.toLowerCase() === enemy.toLowerCase()) ?? enemy;
  const wish = { game: game.id, card, enemies: [named], away: duels.distance };
  const reply = await api.duels(wish);
  if (!reply.ok) return reply.refusal.sentence;
  return `${nameOf(card)}, ${duels.distance} ${game.ruler === "inch" ? "inches" : `${game.ruler}s`} apart. ${reply.value.flatMap(duelLines).join(". ")}`;
}

function TextArmy({ game, yard, words }: { game: GameCard; yard: Yard; words: ArmyWords }) {
  const [fleet, setFleet] = useState<Army>(() => designs.bench(game.id));
  const [checked, setChecked] = useState<CheckedArmy>();
  const [told, setTold] = useState("");
  const change = (next: Army) => {
    setFleet(next);
    designs.keepBench(game.id, next);
  };
  const code = armyCode(fleet);
  const ask = useWanted(code);
  const judged = async (act: (army: CheckedArmy) => void) => {
    const isWanted = ask();
    const reply = await api.checkArmy({
      game: game.id,
      army: fleet,
      limit: game.catalogue.usual_points || yard.budget.value,
    });
    if (!isWanted()) return;
    if (reply.ok) act(reply.value);
    else setTold(reply.refusal.sentence);
  };
  useEffect(() => {
    judged(setChecked);
  }, [code]);
  // The fleet as it is when this is pressed; the last judgement may be about the one before.
  const use = () =>
    judged((army) => {
      const [wrong] = army.faults;
      setChecked(army);
      if (wrong) setTold(withClause(wrong));
      else go(battleWith(game.id, fleet));
    });
  const present = useRef(fleet);
  present.current = fleet;
  const take = async (typed: string) => {
    const enemy = /^odds\s+(.+)$/i.exec(typed)?.[1];
    if (enemy) return setTold(await oddsOf(game, present.current[0]?.[0] ?? "", enemy));
    const army = readArmyCode(typed);
    const answers = await Promise.all(army.map(([text]) => buildCard({ game: game.id, text })));
    const wrong = answers.find((reply) => !reply.ok);
    if (wrong && !wrong.ok) return setTold(wrong.refusal.sentence);
    change([...present.current, ...army]);
  };
  const ships = fleet.map(([text, count]) => `${count} times ${text}`);
  const points = checked ? `${checked.points} of ${checked.limit} points` : "Adding up.";
  return (
    <TextPage
      title={words.title}
      parts={[
        { heading: words.heading, lines: [points, ...(ships.length > 0 ? ships : [words.none])] },
        ...(checked?.limits?.length ? [{ heading: "Limits", lines: checked.limits.map(limitLine) }] : []),
        { heading: "Faults", lines: checked?.faults.length ? checked.faults.map(withClause) : ["None."] },
      ]}
      told={told}
      hint={words.hint}
      onWords={take}
      answers={[
        { words: "Use in a battle", act: use },
        ...Object.entries(game.catalogue.cards).map(
          ([text, card]): TextAnswer => ({
            words: `Add ${card.title}, ${card.cost} points`,
            act: () => change(added(fleet, text)),
          }),
        ),
        ...fleet.map(
          ([text], index): TextAnswer => ({
            words: `One ${nameOf(text)} less`,
            act: () => change(counted(fleet, index, -1)),
          }),
        ),
        HOME,
      ]}
    />
  );
}

type Room = { game: GameCard; yard: Yard };
const TextArmies = (room: Room) => <TextArmy {...room} words={ARMY} />;
const TextShipyard = (room: Room) => <TextArmy {...room} words={FLEET} />;
const TextBarracks = (room: Room) => <TextArmy {...room} words={FORCE} />;

function diceLines(tried: TriedDice): string[] {
  return [
    `The model: ${percent(tried.model)} on a side, a hit. Rule: ${clauses.nameOf(tried.clause)}.`,
    `Your throws: ${tried.successes} on a side, ${tried.failures} flat.`,
    `Best guess ${percent(tried.mean)}, with ${percent(tried.credible, 0)} between ${percent(tried.low)} and ${percent(tried.high)}.`,
  ];
}

function TextDice({ game }: { game: GameCard }) {
  const [throws, setThrows] = useState<Throws>(keptThrows);
  const [tried, setTried] = useState<TriedDice>();
  const [told, setTold] = useState("");
  const ask = useWanted(throws);
  useEffect(() => {
    const isWanted = ask();
    keepThrows(throws);
    api.tryDice({ game: game.id, ...throws }).then((reply) => {
      if (!isWanted()) return;
      if (reply.ok) setTried(reply.value);
      else setTold(reply.refusal.sentence);
    });
  }, [throws.successes, throws.failures]);
  const uses = (tried?.kinds ?? []).flatMap((die): TextAnswer[] => {
    if (!tried) return [];
    const plain = {
      words: `Use ${die.title} in a battle, ${percent(die.chance)}`,
      act: () => go(battleWithDice(game.id, tried, die, false)),
    };
    const own = {
      words: `Use your bricks in a battle, ${percent(tried.mean)}`,
      act: () => go(battleWithDice(game.id, tried, die, true)),
    };
    return die.ways[1] === 0 ? [own, plain] : [plain];
  });
  return (
    <TextPage
      title="The brick die"
      parts={[{ heading: "What is known", lines: tried ? diceLines(tried) : ["Asking the server."] }]}
      told={told}
      answers={[
        { words: "It lies on a side", act: () => setThrows({ ...throws, successes: throws.successes + 1 }) },
        { words: "It lies flat or upside down", act: () => setThrows({ ...throws, failures: throws.failures + 1 }) },
        { words: "Begin again", act: () => setThrows({ successes: 0, failures: 0 }) },
        ...uses,
        HOME,
      ]}
    />
  );
}

const VIEWS: Record<
  string,
  { wanted: (game: GameCard) => boolean; View: ComponentType<{ game: GameCard; yard: Yard }> }
> = {
  workshop: { wanted: (game) => game.yard?.manner === "slots", View: TextWorkshop },
  shipyard: { wanted: (game) => game.yard?.manner === "points", View: TextShipyard },
  barracks: { wanted: (game) => game.yard?.manner === "figures", View: TextBarracks },
  "brick-die": { wanted: (game) => game.own_dice, View: TextDice },
  armies: { wanted: (game) => game.id === route.peek().parts[1], View: TextArmies },
};

/** Armies of which game? */
function TextArmyGames() {
  const [games, setGames] = useState<GameCard[]>([]);
  useEffect(() => {
    api.games().then((reply) => reply.ok && setGames(reply.value));
  }, []);
  const built = games.filter((game) => game.yard);
  return (
    <TextPage
      title="Army builder"
      told={games.length === 0 ? "Asking the server which games it has." : ""}
      answers={[
        ...built.map(
          (game): TextAnswer => ({ words: game.title, act: () => go(`/armies/${encodeURIComponent(game.id)}`) }),
        ),
        HOME,
      ]}
    />
  );
}

/** One of the building pages in words. */
export function TextYard({ page }: { page: string }) {
  return page === "armies" && !route.value.parts[1] ? <TextArmyGames /> : <TextRoom page={page} />;
}

function TextRoom({ page }: { page: string }) {
  const [game, setGame] = useState<GameCard>();
  const [told, setTold] = useState("Asking the server which games it has.");
  const yard = VIEWS[page];
  useEffect(() => {
    api.games().then((reply) => {
      const found = reply.ok && yard ? reply.value.find(yard.wanted) : undefined;
      if (found) setGame(found);
      else setTold(reply.ok ? "This server does not offer the game this page builds for." : reply.refusal.sentence);
    });
  }, [page]);
  if (!game?.yard || !yard) return <TextPage title="Building" told={told} answers={[HOME]} />;
  return <yard.View game={game} yard={game.yard} />;
}
