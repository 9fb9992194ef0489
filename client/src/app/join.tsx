// A link to a seat was opened: say what it is, let the friend sit down with one click.
import { Armchair, Eye, History } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import {
  api,
  Button,
  ButtonLink,
  ErrorBox,
  goFromHere,
  Panel,
  SideMark,
  Skeleton,
  seats,
  settings,
  sideName,
  useTitle,
} from "../kit";
import type { GameCard, Preset, Refusal, Link as SeatLink } from "../protocol";

/** The secret behind the #; it is taken out of the address bar at once, so that it lands in no history or picture. */
export function takeSecret(): string {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

export type Looked = { state: "looking" } | { state: "wrong"; refusal: Refusal } | { state: "seen"; link: SeatLink };

/** Sit down and go to the table; a refusal when that is not possible. */
export async function sit(secret: string): Promise<Refusal | undefined> {
  const goOn = goFromHere();
  const reply = await api.sitDown(secret, settings.name.value);
  if (!reply.ok) return reply.refusal;
  seats.set(
    reply.value.match,
    reply.value.seats.filter((one) => one.secret !== ""),
  );
  goOn(`/table/${reply.value.match}`, { replace: true });
  return undefined;
}

/** What the link leads to, in a sentence. */
export function linkSentence(link: SeatLink): string {
  const from = link.host ? `${link.host} invites you to` : "You are invited to";
  return `${from} ${link.title || "a battle"}. You play ${sideName(link.seat)}.`;
}

function WrongLink({ refusal, retry }: { refusal: Refusal; retry: () => void }) {
  if (refusal.code === "unreachable") return <ErrorBox sentence={refusal.sentence} retry={retry} />;
  return (
    <div class="k-column a-stack">
      <p class="k-strong">{refusal.sentence}</p>
      <p>Ask for the link again: it may have been cut off, or replaced by a newer one. Each link works for one seat.</p>
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
      {game?.reactions && link.secret_seconds > 0 && ` Reactions to a secret are open for ${link.secret_seconds} s.`}
    </p>
  );
}

function Chair({ link, secret }: { link: SeatLink; secret: string }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const taken = link.status === "taken";
  const sitDown = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(await sit(secret));
    setBusy(false);
  };
  return (
    <div class="k-column a-stack">
      <p class="k-row a-invited">
        <SideMark side={link.seat} size={32} />
        <span>{linkSentence(link)}</span>
      </p>
      <RulesLine link={link} />
      {taken && (
        <p>
          Somebody sits there already. If that is you on another device, take the seat over; the other one is let go.
        </p>
      )}
      <div class="k-row k-wrap a-join-buttons">
        <Button kind="ask" big icon={Armchair} onClick={sitDown} aria-disabled={busy} data-testid="sit-down">
          {taken ? "Take over this seat" : "Sit down"}
        </Button>
        {taken && (
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
  const [secret] = useState(takeSecret);
  const [looked, setLooked] = useState<Looked>(secret ? { state: "looking" } : NO_SECRET);
  const look = () => {
    if (!secret) return;
    setLooked({ state: "looking" });
    api.lookAtLink(secret).then((reply) => {
      setLooked(reply.ok ? { state: "seen", link: reply.value } : { state: "wrong", refusal: reply.refusal });
    });
  };
  useEffect(look, []);
  return { looked, secret, look };
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
          {looked.state === "seen" && looked.link.status === "over" && <Over link={looked.link} />}
          {looked.state === "seen" && looked.link.status !== "over" && <Chair link={looked.link} secret={secret} />}
        </div>
      </Panel>
    </div>
  );
}
