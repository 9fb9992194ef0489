// A link to a seat was opened: say what it is, let the friend sit down with one click. An invitation works once; whoever
// comes back with it on the same device finds the way to the seat, on another one is told how to move there.
import { Armchair, Eye, History } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import {
  api,
  Button,
  ButtonLink,
  ErrorBox,
  goFromHere,
  heard,
  here,
  isSideName,
  Panel,
  plural,
  SideMark,
  Skeleton,
  seats,
  settings,
  sideName,
  useTitle,
} from "../kit";
import type { GameCard, Preset, Refusal, Link as SeatLink } from "../protocol";
import { useWanted } from "./late";
import { YourName } from "./your_name";

/** The secret behind the #; it is taken out of the address bar at once, so that it lands in no history or picture. */
export function takeSecret(): string {
  const secret = decodeURIComponent(here().hash.slice(1));
  if (secret) heard();
  return secret;
}

export type Looked = { state: "looking" } | { state: "wrong"; refusal: Refusal } | { state: "seen"; link: SeatLink };

/** Sit down and go to the table; a refusal when that is not possible. */
export async function sit(secret: string, link: SeatLink): Promise<Refusal | undefined> {
  const goOn = goFromHere();
  const isOwn = link.status === "yours";
  const reply = await api.sitDown(secret, settings.name.value, isOwn ? "" : seats.freshFor(secret));
  // when nobody knows what became of it, the same exchange is tried again the next time
  if (!reply.ok && reply.refusal.code === "invitation_used") seats.endSitting(secret);
  if (!reply.ok) return reply.refusal;
  seats.set(
    reply.value.match,
    reply.value.seats.filter((one) => one.secret !== ""),
  );
  seats.endSitting(secret);
  goOn(`/table/${reply.value.match}`, { replace: true });
  return undefined;
}

/** What can be done with a link in this browser. */
export type Welcomed = "sit" | "own" | "back" | "used" | "expired" | "over";

/** A seat this browser has taken is gone back to; an exchange whose answer was lost is tried again. */
export function welcomed(link: SeatLink, secret: string): Welcomed {
  const { status, match, seat } = link;
  if (status === "over" || status === "expired") return status;
  if (status === "yours") return "own";
  if (status === "open") return "sit";
  if (seats.of(match).some((one) => one.seat === seat)) return "back";
  return seats.isSitting(secret) ? "sit" : "used";
}

/** Why an invitation seats nobody any more, and what to do about it. */
export function usedWords(link: SeatLink): string[] {
  const host = link.host || "whoever sent it";
  if (link.status === "expired") return ["This invitation has run out.", `Ask ${host} for a new one.`];
  return [
    "Somebody has sat down by this invitation; each works once.",
    "Was that you, on another device? Open the menu of the table there: it has the link of your own seat, to copy or as a code for the camera.",
    `If it was not you, tell ${host}: only a new table keeps a stranger out of that seat.`,
  ];
}

/** What the link leads to, in a sentence. */
export function linkSentence(link: SeatLink): string {
  // who has given no name is called like a side of the table
  const named = link.host && !isSideName(link.host);
  const from = named ? `${link.host} invites you to` : "You are invited to";
  const army = link.army ? ` with ${link.army}` : "";
  return `${from} ${link.title || "a battle"}. You play ${sideName(link.seat)}${army}.`;
}

function WrongLink({ refusal, retry }: { refusal: Refusal; retry: () => void }) {
  if (refusal.code === "unreachable") return <ErrorBox sentence={refusal.sentence} retry={retry} />;
  return (
    <div class="k-column a-stack">
      <p class="k-strong">{refusal.sentence}</p>
      <p>Ask for the link again: it may have been cut off, withdrawn, or replaced by a newer one.</p>
      <div class="k-row k-wrap">
        <ButtonLink to="/">Go to the front page</ButtonLink>
      </div>
    </div>
  );
}

function Over({ link }: { link: SeatLink }) {
  return (
    <div class="k-column a-stack">
      <p>{`${link.title || "This battle"} is over.`}</p>
      <div class="k-row k-wrap">
        <ButtonLink to={`/replay/${link.match}`} icon={History}>
          Watch the replay
        </ButtonLink>
        <ButtonLink to="/" kind="quiet">
          Go to the front page
        </ButtonLink>
      </div>
    </div>
  );
}

/** A value of a switch as people say it. */
function word(value: unknown): string {
  if (Array.isArray(value)) return value.map(word).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value).replaceAll("_", " ");
}

/** By which rules: the name of the preset its code stands for, else what differs from the book. */
export function rulesSentence(link: SeatLink, presets: readonly Preset[]): string {
  const preset = presets.find((one) => one.code === link.code);
  if (preset) return `${preset.title} rules. ${preset.text}`;
  const changed = link.changed.map((rule) => `${rule.title}: ${word(rule.value)}`);
  return changed.length > 0 ? `Changed from the book: ${changed.join("; ")}.` : "The rules of the book.";
}

/** How long everybody waits where an answer given at once would betray a secret; nothing where none is kept. */
export const secretSentence = ({ secret_seconds }: SeatLink): string =>
  secret_seconds > 0
    ? ` A question that could betray a secret stays open for ${secret_seconds} seconds, whatever is answered.`
    : "";

function RulesLine({ link }: { link: SeatLink }) {
  const [game, setGame] = useState<GameCard | null>();
  useEffect(() => {
    api.games().then((reply) => setGame((reply.ok && reply.value.find((one) => one.id === link.game)) || null));
  }, [link.game]);
  if (game === undefined) return null;
  return (
    <p class="k-small k-muted">
      {game && <b>{game.title}. </b>}
      {rulesSentence(link, game?.catalogue.presets ?? [])} Code <span class="k-mono">{link.code}</span>
      {secretSentence(link)}
    </p>
  );
}

/** What whoever sits down agrees to, besides the rules: a head and a sentence each. */
export function agreedTo({ clock, stand_in, house_rules }: SeatLink): [string, string][] {
  const minutes = stand_in === 60 ? "an hour" : plural(stand_in, "minute");
  const away = `If you are away for ${minutes}, the others may let a bot play on. You take your seat back when you return.`;
  return [
    ...(clock ? [[`Clock: ${clock.title}.`, clock.text] as [string, string]] : []),
    ...(stand_in > 0 ? [["", away] as [string, string]] : []),
    ...house_rules.map((rule): [string, string] => ["House rule:", rule]),
  ];
}

function Agreed({ link }: { link: SeatLink }) {
  const agreed = agreedTo(link);
  if (agreed.length === 0) return null;
  return (
    <ul class="k-small" data-testid="agreed">
      {agreed.map(([head, text]) => (
        <li key={text}>
          {head && <b>{head} </b>}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** An invitation that seats nobody any more. */
function Used({ link }: { link: SeatLink }) {
  const [what, ...more] = usedWords(link);
  return (
    <div class="k-column a-stack" data-testid="used">
      <p class="k-row a-invited">
        <SideMark side={link.seat} size={32} />
        <b>{what}</b>
      </p>
      {more.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div class="k-row k-wrap">
        <ButtonLink to={`/watch/${link.match}`} icon={Eye}>
          Watch the battle
        </ButtonLink>
        <ButtonLink to="/" kind="quiet">
          Go to the front page
        </ButtonLink>
      </div>
    </div>
  );
}

/** This browser has sat down by this invitation before. */
function Back({ link }: { link: SeatLink }) {
  return (
    <div class="k-column a-stack">
      <p class="k-row a-invited">
        <SideMark side={link.seat} size={32} />
        <span>{`You sit at this table already: ${link.title || "the battle"} goes on, and you play ${sideName(link.seat)}.`}</span>
      </p>
      <div class="k-row k-wrap a-join-buttons">
        <ButtonLink to={`/table/${link.match}`} icon={Armchair} big testid="back-to-seat">
          Back to your seat
        </ButtonLink>
      </div>
    </div>
  );
}

function Chair({ link, secret }: { link: SeatLink; secret: string }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const own = link.status === "yours";
  const sitDown = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(await sit(secret, link));
    setBusy(false);
  };
  if (refusal?.code === "invitation_used") return <Used link={{ ...link, status: "used" }} />;
  return (
    <div class="k-column a-stack">
      <p class="k-row a-invited">
        <SideMark side={link.seat} size={32} />
        <span>
          {own
            ? `This is your own seat at ${link.title || "a battle"}: you play ${sideName(link.seat)}.`
            : linkSentence(link)}
        </span>
      </p>
      <RulesLine link={link} />
      <Agreed link={link} />
      {own && <p>If it is open on another device, that one is let go when you open it here.</p>}
      {!own && <YourName note="so that the others see who plays; may stay empty" />}
      <div class="k-row k-wrap a-join-buttons">
        <Button kind="ask" big icon={Armchair} onClick={sitDown} aria-disabled={busy} data-testid="sit-down">
          {own ? "Open my seat here" : "Sit down"}
        </Button>
        {own && (
          <ButtonLink to={`/watch/${link.match}`} icon={Eye} big>
            Only watch
          </ButtonLink>
        )}
      </div>
      {refusal && <ErrorBox sentence={refusal.sentence} kept="Nobody was moved from a seat." />}
    </div>
  );
}

const NO_SECRET: Looked = {
  state: "wrong",
  refusal: {
    type: "refusal",
    code: "no_secret",
    clause: "",
    sentence: "This link leads to no seat.",
    data: {},
    kind: "invalid",
  },
};

/** What a secret leads to. */
export function useLink(): { looked: Looked; secret: string; look: () => void } {
  const [secret, setSecret] = useState(takeSecret);
  const [looked, setLooked] = useState<Looked>(secret ? { state: "looking" } : NO_SECRET);
  const wanted = useWanted(secret);
  const look = () => {
    if (!secret) return;
    setLooked({ state: "looking" });
    const isWanted = wanted();
    api.lookAtLink(secret).then((reply) => {
      if (!isWanted()) return;
      setLooked(reply.ok ? { state: "seen", link: reply.value } : { state: "wrong", refusal: reply.refusal });
    });
  };
  useEffect(look, [secret]);
  useEffect(() => {
    // another link was put into the address bar of this very page
    const again = () => {
      const other = takeSecret();
      if (other) setSecret(other);
    };
    addEventListener("hashchange", again);
    // or before this page had begun to listen
    again();
    return () => removeEventListener("hashchange", again);
  }, []);
  return { looked, secret, look };
}

function Seen({ link, secret }: { link: SeatLink; secret: string }) {
  // what this browser keeps changes while it sits down; what it came with decides
  const [what] = useState(() => welcomed(link, secret));
  if (what === "over") return <Over link={link} />;
  if (what === "back") return <Back link={link} />;
  if (what === "used" || what === "expired") return <Used link={link} />;
  return <Chair link={link} secret={secret} />;
}

export function JoinPage() {
  useTitle("Join a battle");
  const { looked, secret, look } = useLink();
  return (
    <div class="a-narrow">
      <h1>Join a battle</h1>
      <Panel>
        <div class="a-pad-top">
          {looked.state === "looking" && <Skeleton rows={2} awaiting="Looking where this link leads." />}
          {looked.state === "wrong" && <WrongLink refusal={looked.refusal} retry={look} />}
          {looked.state === "seen" && <Seen key={secret} link={looked.link} secret={secret} />}
        </div>
      </Panel>
    </div>
  );
}
