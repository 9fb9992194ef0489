// A ship card as it lies on the table: a 4 by 4 plate, the flag in its corner, a cone for five points and a pea for one.
import { plural } from "../../kit";
import type { BuiltCard, PileFace } from "../../protocol";

const COLOURS: Record<string, string> = { red: "#c4281c", green: "#287f46", blue: "#0d69ab" };
const PLATE = "#e9edef";
const LINE = "#16222b";
const STUDS = [0, 1, 2, 3];

function Cone({ x, y, fill }: { x: number; y: number; fill: string }) {
  return (
    <g>
      <path d={`M${x} ${y + 11}l8 -24h4l8 24Z`} fill={fill} stroke={LINE} stroke-width={1} />
      <ellipse cx={x + 10} cy={y + 11} rx={10} ry={3} fill={fill} stroke={LINE} stroke-width={1} />
    </g>
  );
}

function Row({ pile, y }: { pile: PileFace; y: number }) {
  const fill = COLOURS[pile.colour] ?? "#5c666c";
  const cones = Array.from({ length: pile.large }, (_, n) => n);
  const peas = Array.from({ length: pile.small }, (_, n) => n);
  // Many cones move together, so that the largest ship still fits its plate.
  const step = Math.min(22, 96 / Math.max(1, pile.large));
  const after = 14 + step * pile.large + (pile.large > 0 ? 6 : 0);
  return (
    <g>
      {cones.map((n) => (
        <Cone key={n} x={12 + step * n} y={y} fill={fill} />
      ))}
      {peas.map((n) => (
        <circle key={n} cx={after + 6 + 14 * n} cy={y + 7} r={5.6} fill={fill} stroke={LINE} stroke-width={1} />
      ))}
      {/* in grey the rows are told apart by their letters; the flag leaves the first of them less room */}
      <text
        x={y < 50 ? 148 : 188}
        y={y + 9}
        text-anchor="end"
        font-size="19"
        font-weight="700"
        fill={LINE}
        stroke={PLATE}
        stroke-width="5"
        paint-order="stroke"
      >
        {`${pile.short || pile.title.charAt(0).toUpperCase()} ${pile.value}`}
      </text>
      {pile.id === "additional" && pile.value > 0 && (
        <path d={`M8 ${y - 12}v26`} stroke={fill} stroke-width={3} stroke-dasharray="3 2" />
      )}
    </g>
  );
}

/** The piles in words, for those who do not see them and for paper. */
export function pileWords(pile: PileFace): string {
  const pieces = [pile.large > 0 && plural(pile.large, "cone"), pile.small > 0 && plural(pile.small, "pea")];
  return `${pile.title} ${pile.value}: ${pieces.filter(Boolean).join(", ") || "none"}`;
}

export function ShipCardPlate({ built, side = "#0a5ca8" }: { built: BuiltCard; side?: string }) {
  const words = built.piles.map(pileWords).join("; ");
  return (
    <svg class="y-plate" viewBox="0 0 200 200" role="img" aria-label={`Ship card of ${built.name}. ${words}`}>
      <rect x={2} y={2} width={196} height={196} rx={6} fill={PLATE} stroke={LINE} stroke-width={2} />
      {STUDS.flatMap((row) =>
        STUDS.map((column) => (
          <circle
            key={`${row}-${column}`}
            cx={26 + 49 * column}
            cy={26 + 49 * row}
            r={14}
            fill="#f7fafb"
            stroke="#c7d3d9"
            stroke-width={1.2}
          />
        )),
      )}
      <path d="M158 18v30" stroke={LINE} stroke-width={3} />
      <path d="M159.5 18h26l-6 8 6 8h-26Z" fill={side} stroke={LINE} stroke-width={1.2} />
      {built.piles.map((pile, index) => (
        <Row key={pile.id} pile={pile} y={34 + 46 * index} />
      ))}
    </svg>
  );
}
