// Hints: one short card the first time a sort of rule matters, once in a browser's life; and the coach's line.
import { computed, signal } from "@preact/signals";
import { Lightbulb, X } from "lucide-preact";
import { Button, ClauseLink } from "../../kit";
import type { Room } from "../room";

type Hint = { id: string; clause: RegExp; text: string };

/** In the order in which newcomers meet them; the first sort that fits a clause of the log is shown. */
const HINTS: readonly Hint[] = [
  {
    id: "reverse",
    clause: /\.move\.reverse/,
    text: "Driving back costs two points an inch. Turning first may be cheaper.",
  },
  { id: "turn", clause: /\.move\.turn/, text: "A quarter turn costs one point, a smaller turn its share." },
  { id: "contact", clause: /\.geometry\.collision/, text: "A tank stops at the first thing it touches." },
  {
    id: "hidden",
    clause: /\.mod\.hidden/,
    text: "A target half hidden is harder to hit: the red stretch is what the gun cannot see.",
  },
  { id: "rear", clause: /\.mod\.rear/, text: "From behind armour is thin: a shot at the rear side counts more." },
  {
    id: "wall",
    clause: /\.obst\.lowwall/,
    text: "A low wall protects better than being hidden, and takes its place in the sum.",
  },
  {
    id: "void",
    clause: /\.declare\.void/,
    text: "A shot at a target that is already gone is lost. Spread your fire, or not.",
  },
  {
    id: "hit",
    clause: /\.shoot\.hit/,
    text: "Two dice: meet or beat the number and the target is a wreck. Wrecks give cover.",
  },
];
const KEY = "brickfield.hints";

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

/** The hint for some clauses that was not seen yet. */
export function hintFor(clauses: readonly string[], known: readonly string[]): Hint | null {
  return HINTS.find((hint) => !known.includes(hint.id) && clauses.some((clause) => hint.clause.test(clause))) ?? null;
}

export function HintCard({ room }: { room: Room }) {
  const recent = computed(() => (room.store.shown.value?.story ?? []).flatMap((line) => line.clauses));
  const hint = hintFor(recent.value, seen.value);
  if (!hint || room.store.spectator.value) return null;
  const clause = recent.value.find((one) => hint.clause.test(one)) ?? "";
  return (
    <aside class="m-hint k-box" data-testid="hint">
      <Lightbulb size={18} aria-hidden="true" />
      <p class="k-small k-grow">
        {hint.text} <ClauseLink clause={clause} />
      </p>
      <Button kind="quiet" iconOnly icon={X} onClick={() => learn(hint.id)}>
        Close hint
      </Button>
    </aside>
  );
}

/** What to do first, while nothing is drawn. */
export function Coach({ free }: { free: boolean }) {
  return (
    <p class="m-coach" data-testid="coach">
      {free
        ? "Drag a tank anywhere. The number is what it costs; turning is free."
        : "Drag a tank. The number is what it costs."}
      <span class="k-tiny k-muted m-under">Keys: arrows drive and turn, T takes the next unit.</span>
    </p>
  );
}
