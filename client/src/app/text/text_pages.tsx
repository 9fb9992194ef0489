// The pages in text mode. Same addresses, same server, same answers; "Play now" is answer 1.
import { useEffect, useState } from "preact/hooks";
import { api, go, isPocket, plural, refusalOf, route } from "../../kit";
import type { GameCard } from "../../protocol";
import { creditParts } from "../credits";
import { Later } from "../later";
import { inviteFriend, learn, playNow } from "../start";
import { tableDetail, tablePlace, turnWords, useTables } from "../tables";
import { invitations, ownLinks } from "./text_invitations";
import { TextJoin } from "./text_join";
import { type TextAnswer, TextPage } from "./text_page";
import { TextSettings } from "./text_settings";

/** Answers that lead to the other pages. */
export const PLACES: TextAnswer[] = [
  { words: "New battle", act: () => go("/new") },
  { words: "Army builder", act: () => go("/armies") },
  { words: "Mech workshop", act: () => go("/workshop") },
  { words: "Shipyard", act: () => go("/shipyard") },
  { words: "The brick die", act: () => go("/brick-die") },
  { words: "Rules", act: () => go("/rules") },
  { words: "Settings", act: () => go("/settings") },
  { words: "Credits", act: () => go("/credits") },
];

export const HOME: TextAnswer = { words: "Front page", act: () => go("/") };

const NO_LINKS =
  "A friend by link needs a server: here the referee sits in your own device, and no link leads to it. Open the address of a server of Brickfield, or set a battle up with a player on this device.";

function TextHome() {
  const [tables] = useTables();
  const [told, setTold] = useState("");
  const play = async () => setTold((await playNow())?.sentence ?? "");
  const [taught, setTaught] = useState<GameCard[]>([]);
  useEffect(() => {
    api.games().then((reply) => reply.ok && setTaught(reply.value.filter((game) => game.lesson)));
  }, []);
  const teach = async (game: string) => setTold((await learn(game))?.sentence ?? "");
  const invite = async () => {
    if (isPocket) return setTold(NO_LINKS);
    const reply = await inviteFriend();
    const sentence = reply.ok
      ? `The table stands. The link for your friend: ${reply.value.links.map((one) => one.address).join(", ")}`
      : reply.refusal.sentence;
    setTold(sentence);
  };
  const lines = tables.state === "ready" ? tables.lines : [];
  const opened = lines.map(
    (line): TextAnswer => ({
      words: `${line.title}: ${turnWords(line)}. ${tableDetail(line)}`,
      act: () => go(tablePlace(line)),
    }),
  );
  const linked = lines.flatMap((line) => [
    ...invitations(line.match, line.title, setTold),
    ...(isPocket ? [] : ownLinks(line.match, line.title, setTold)),
  ]);
  const waiting = lines.filter((line) => line.turn === "yours").length;
  const news = lines.length === 0 ? "No tables yet." : `${plural(lines.length, "table")}, your turn at ${waiting}.`;
  return (
    <TextPage
      title="Brickfield"
      parts={[
        {
          heading: "What this is",
          lines: ["Brick battles with a referee built in. Every number names the rule it came from."],
        },
        { heading: "Your tables", lines: [news] },
      ]}
      told={told}
      answers={[
        { words: "Play now: 6 vs 6 against the Cadet, a bot that a beginner can beat", act: play },
        { words: "Invite a friend", act: invite },
        ...taught.map((game): TextAnswer => ({ words: `Learn ${game.title}`, act: () => teach(game.id) })),
        ...PLACES,
        ...opened,
        ...linked,
      ]}
    />
  );
}

function TextCredits() {
  const parts = creditParts.map((part) => ({
    heading: part.heading || "Brickfield",
    lines: [
      ...(part.lines.length > 0 ? [part.lines.join(" ")] : []),
      ...part.credits.map((one) => `${one.title}. ${one.text}`),
    ],
  }));
  return <TextPage title="Credits and licences" parts={parts} answers={[HOME]} />;
}

function TextLost() {
  const { sentence } = refusalOf("no_page", `There is no page at ${route.value.path}.`);
  return (
    <TextPage title="Not found" parts={[{ heading: "What happened", lines: [sentence] }]} answers={[HOME, ...PLACES]} />
  );
}

export function TextPages() {
  const { parts } = route.value;
  const [first, second] = parts;
  if (first === undefined) return <TextHome />;
  if (first === "join" && !second) return <TextJoin />;
  if (first === "settings" && !second) return <TextSettings />;
  if (first === "credits" && !second) return <TextCredits />;
  if (first === "new" && !second) {
    return (
      <Later
        key="new"
        load={() => import("./text_battle").then((m) => m.TextBattle)}
        awaiting="Opening the new battle."
      />
    );
  }
  const isArmies = first === "armies" && parts.length <= 2;
  if (isArmies || (["workshop", "shipyard", "barracks", "brick-die"].includes(first) && !second)) {
    return (
      <Later
        key={parts.join("/")}
        load={() => import("./text_yards").then((m) => m.TextYard)}
        awaiting="Opening the page."
        page={first}
      />
    );
  }
  if (first === "rules" && parts.length <= 2) {
    const clause = second ?? "";
    return (
      <Later
        key="rules"
        load={() => import("./text_rules").then((m) => m.TextRules)}
        awaiting="Opening the rules."
        clause={clause}
      />
    );
  }
  return <TextLost />;
}
