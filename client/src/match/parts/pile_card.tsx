// A unit's card as it lies beside the table: a plate with large and small markers, a row for each number.
import { ClauseLink } from "../../kit";
import type { PileFace } from "../../protocol";
import type { Room } from "../room";
import { letterOf } from "../words";

const NAMED = new Set(["red", "green", "blue"]);
/** The paint of a pile and its edge: from the style sheet, so that they can be told apart at night too. */
const paintOf = (colour: string): string => (NAMED.has(colour) ? `var(--pile-${colour})` : "var(--ink2)");
const edgeOf = (colour: string): string => (NAMED.has(colour) ? `var(--pile-${colour}-edge)` : "var(--ink)");

/** How many a large marker stands for; where there are none, more than lie there. */
export const sizeOf = (pile: PileFace): number => pile.worth || pile.full + 1;

type MarkerProps = { large: boolean; colour: string; lost?: boolean; over?: boolean };

/** A marker drawn from the side: a cone for several, a ball for one; `lost` leaves its empty place, and one that lies
 * turned `over` shows its hollow side. */
export function Marker({ large, colour, lost = false, over = false }: MarkerProps) {
  const fill = lost || over ? "none" : paintOf(colour);
  const edge = edgeOf(colour);
  const look = { fill, stroke: edge, "stroke-width": 1.5, "stroke-dasharray": lost ? "3 2.5" : "0" };
  if (large)
    return (
      <svg class="m-marker" width="20" height="24" viewBox="0 0 20 24" aria-hidden="true">
        <path d="M10 1.5 12.4 4 16.5 19h2v3.500h-17V19h2L7.600 4Z" stroke-linejoin="round" {...look} />
      </svg>
    );
  return (
    <svg class="m-marker" width="13" height="24" viewBox="0 0 13 24" aria-hidden="true" data-over={over || undefined}>
      <circle cx="6.500" cy="17" r="5" {...look} />
      {over && <path d="M1.500 17a5 5 0 0 0 10 0Z" fill={paintOf(colour)} stroke="none" />}
    </svg>
  );
}

const overWords = (pile: PileFace): string => `${pile.turned_over} turned over`;

/** The same in brackets, where there are any. */
const overAside = (pile: PileFace): string => (pile.turned_over > 0 ? ` (${overWords(pile)})` : "");

/** One row of a card: its letter, its markers, and the number. */
function Row({ pile }: { pile: PileFace }) {
  return (
    <div class={`m-pile ${pile.value === 0 ? "empty" : ""}`}>
      <b class="m-pile-letter" style={{ color: edgeOf(pile.colour) }} title={pile.title}>
        {letterOf(pile)}
      </b>
      <span class="m-pile-markers">
        {Array.from({ length: pile.large }, (_, i) => (
          <Marker key={`c${i}`} large colour={pile.colour} />
        ))}
        {Array.from({ length: pile.small }, (_, i) => (
          <Marker key={`p${i}`} large={false} colour={pile.colour} over={i >= pile.small - pile.turned_over} />
        ))}
        {pile.value === 0 && <span class="k-tiny k-muted">none left</span>}
      </span>
      <span class="m-pile-number">
        <b>{pile.value}</b>
        {pile.value !== pile.full && <span class="k-tiny k-muted"> of {pile.full}</span>}
        {pile.turned_over > 0 && <span class="k-tiny k-muted">, {overWords(pile)}</span>}
      </span>
    </div>
  );
}

/** The rows of a card: what it never has any of is none of them. */
const rowsOf = (piles: readonly PileFace[]): PileFace[] => piles.filter((pile) => pile.full > 0);

/** The whole card. */
export function PileCard({ room, unit }: { room: Room; unit: string }) {
  const { piles: all, done, states } = room.store.view.value?.situation ?? {};
  const piles = rowsOf(all?.[unit] ?? []);
  if (!all?.[unit]) return null;
  const acted = done?.includes(unit) ?? false;
  const spoken = piles.map((pile) => `${pile.title} ${pile.value} of ${pile.full}${overAside(pile)}`).join(", ");
  return (
    <div class={`m-pile-card ${acted ? "acted" : ""}`} data-testid="pile-card" role="group" aria-label={spoken}>
      {piles.map((pile) => (
        <Row key={pile.id} pile={pile} />
      ))}
      {states?.[unit] && <p class="k-tiny">{states[unit].join(", ")}</p>}
      {acted && <p class="k-tiny k-muted">It has acted in this round.</p>}
      <p class="k-tiny k-muted">
        {piles.map((pile, i) => (
          <span key={pile.id}>
            {i > 0 && " · "}
            {letterOf(pile)} <ClauseLink clause={pile.clause} words={pile.title} />
          </span>
        ))}
      </p>
    </div>
  );
}

/** The numbers of a card in one line, for lists: each with its letter and the shape and colour of its markers. */
export function PileLine({ piles, acted }: { piles: readonly PileFace[]; acted: boolean }) {
  return (
    <span class={`m-pile-line k-tiny ${acted ? "acted" : ""}`} title={acted ? "has acted" : "can act"}>
      {rowsOf(piles).map((pile) => (
        <span
          key={pile.id}
          style={{ "--pile": paintOf(pile.colour) }}
          title={`${pile.title} ${pile.value}${overAside(pile)}`}
        >
          {letterOf(pile)}
          <b>{pile.value}</b>
        </span>
      ))}
    </span>
  );
}
