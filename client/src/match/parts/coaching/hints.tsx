// Hints: the first time a rule matters its clause is shown on a card, once in a browser's life.
import { computed, signal } from "@preact/signals";
import { Lightbulb, X } from "lucide-preact";
import { useEffect } from "preact/hooks";
import { Button, ClauseLink, clauses, named } from "../../../kit";
import type { AnyEvent, ClauseCard } from "../../../protocol";
import type { Room } from "../../room";
import { TermText } from "../numbers/terms";
import { isCoached } from "./first_battle";

/** Longer texts are for the rules page; shorter ones only say what their ruling is about. */
const LONGEST = 150;
const LEAST_WORDS = 5;
const KEY = named("hints");

function readSeen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === "string") : [];
  } catch {
    return [];
  }
}

const seen = signal<string[]>(readSeen());

function learn(id: string): void {
  seen.value = [...seen.value, id];
  try {
    localStorage.setItem(KEY, JSON.stringify(seen.value));
  } catch {
    // Without storage the card comes again next time; nothing else depends on it.
  }
}

/** Whether an event names this seat or one of its units. */
function isAbout(event: AnyEvent, seat: number, own: (unit: string) => boolean): boolean {
  const named = event as { seat?: unknown; unit?: unknown; target?: unknown };
  const units = [named.unit, named.target].filter((one): one is string => typeof one === "string");
  return named.seat === seat || units.some(own);
}

/** The clauses of what just happened to a seat, each once: what is no affair of its player teaches him nothing. */
export function clausesOf(events: readonly AnyEvent[], seat: number, own: (unit: string) => boolean): string[] {
  const turn = events.findLastIndex((event) => event.event === "turn_started");
  const begun = events[turn];
  const isMine = begun?.event === "turn_started" && begun.seat === seat;
  const fired = events.filter((event, i) => (isMine && i >= turn) || isAbout(event, seat, own));
  return [...new Set(fired.map((event) => event.clause))].filter((clause) => clause !== "");
}

const isTaught = (text: string): boolean => text.length <= LONGEST && text.split(" ").length >= LEAST_WORDS;

/** The first clause that was not seen yet and says something short about the game. */
export function hintFor(
  fired: readonly string[],
  known: readonly string[],
  find: (clause: string) => ClauseCard | undefined,
): ClauseCard | null {
  for (const clause of fired) {
    const card = known.includes(clause) ? undefined : find(clause);
    if (card?.in_play && card.kind === "rule" && isTaught(card.text)) return card;
  }
  return null;
}

export function HintCard({ room }: { room: Room }) {
  const game = room.store.welcome.value?.game;
  const fired = computed(() => {
    // at a shared device the one who is asked now reads it, not the one who played before
    const seat = room.store.decision.value?.seat ?? -1;
    const own = (unit: string): boolean => room.units.value.get(unit)?.seat === seat;
    return clausesOf(room.store.shown.value?.events ?? [], seat, own);
  });
  const hint = room.store.decision.value === null ? null : hintFor(fired.value, seen.value, clauses.find);
  const answered = room.busy.value;
  const any = fired.value.length > 0;
  useEffect(() => {
    if (game && any) void clauses.load(game);
  }, [game, any]);
  // Who plays on has read it, or does not want to.
  useEffect(() => {
    if (answered && hint) learn(hint.id);
  }, [answered]);
  // in a lesson the coach says what is new, and in a first battle he has one sentence a turn
  if (!hint || room.store.shown.value?.lesson || isCoached(room)) return null;
  return (
    // a card of its own for each: Enter, pressed after one was closed, is not meant for the next
    <aside class="m-hint k-box" data-testid="hint" key={hint.id}>
      <Lightbulb size={18} aria-hidden="true" />
      <p class="k-small k-grow">
        <TermText room={room} text={hint.text} /> <ClauseLink clause={hint.id} />
      </p>
      <Button kind="quiet" iconOnly icon={X} onClick={() => learn(hint.id)}>
        Close hint
      </Button>
    </aside>
  );
}
