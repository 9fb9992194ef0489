// A small drawing beside words: what a set of rules does to a battle. Its strokes come from the server.
import type { JSX } from "preact";
import { SIDE_COLOURS } from "../../kit";
import type { Stroke } from "../../protocol";

const PENCIL = "#16222b";
const FIELD = "#a9c37c";
const NOBODY = "#56616b";

/** How things are inked that are nobody's: the same by day and at night, like the boards they stand for. */
const INK = {
  light: { fill: "#ffffff", opacity: 0.75 },
  dark: { fill: "#3c4347" },
  fire: { fill: "#f5c518", stroke: "#7a1612" },
  paper: { fill: "#ffffff", stroke: PENCIL, "stroke-width": 1.5 },
  zone: { fill: "#ffffff", "fill-opacity": 0.35, stroke: PENCIL, "stroke-dasharray": "4 3" },
  ring: { fill: "none", stroke: PENCIL, "stroke-width": 2 },
  way: { fill: "none", stroke: PENCIL, "stroke-width": 2 },
  line: { fill: "none", stroke: PENCIL, "stroke-width": 2, "stroke-dasharray": "5 4" },
  cone: { fill: "#f5c518", "fill-opacity": 0.45, stroke: PENCIL },
  rain: { stroke: "#2c6480", "stroke-width": 1.8, opacity: 0.8 },
  word: { fill: PENCIL, "font-size": 16, "font-weight": 700, "text-anchor": "middle" },
  note: { fill: PENCIL, "font-size": 12, "font-weight": 700, "text-anchor": "middle" },
} as const;

/** Corners of a polygon or a path as SVG writes them. */
const corners = (at: readonly number[]): string =>
  Array.from({ length: at.length / 2 }, (_, i) => `${at[2 * i]},${at[2 * i + 1]}`).join(" ");

/** A drawing about its own middle, where it stands and as it is turned; bearings count against the clock. */
function Placed({ at, children }: { at: readonly number[]; children: JSX.Element | JSX.Element[] }) {
  const [x = 0, y = 0, bearing = 0] = at;
  return <g transform={`translate(${x} ${y}) rotate(${-bearing})`}>{children}</g>;
}

const MEN = [
  [-8, -5],
  [0, -8],
  [7, -3],
  [-4, 5],
  [5, 6],
] as const;

/** A wedge from a point: its bearing, how wide it is and how far it reaches. */
function wedge([x = 0, y = 0, bearing = 0, spread = 0, reach = 0]: readonly number[]): string {
  const end = (turn: number): string => {
    const angle = ((bearing + turn) * Math.PI) / 180;
    return `${x + reach * Math.cos(angle)} ${y - reach * Math.sin(angle)}`;
  };
  const large = spread > 180 ? 1 : 0;
  return `M${x} ${y} L${end(-spread / 2)} A${reach} ${reach} 0 ${large} 0 ${end(spread / 2)} Z`;
}

const SPIKES = Array.from({ length: 16 }, (_, i) => {
  const [angle, reach] = [(i * Math.PI) / 8, i % 2 === 0 ? 11 : 5];
  return `${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

/** What stands on a spot of its own. */
const STANDING: Record<string, (text: string) => JSX.Element[]> = {
  tank: () => [
    <rect key="hull" x="-11" y="-8" width="22" height="16" rx="2" />,
    <rect key="barrel" x="4" y="-1.5" width="17" height="3" />,
    <circle key="top" r="5" {...INK.light} />,
  ],
  mech: () => [
    <rect key="arms" x="-6" y="-13" width="12" height="26" rx="3" />,
    <rect key="body" x="-8" y="-7" width="16" height="14" rx="2" />,
    <rect key="head" x="2" y="-3" width="10" height="6" rx="1" {...INK.light} />,
  ],
  ship: () => [
    <path key="hull" d="M-19-7 H8 Q18-5 22 0 Q18 5 8 7 H-19 Z" />,
    <circle key="mast" r="3.5" {...INK.light} />,
  ],
  plane: () => [
    <rect key="wings" x="-3" y="-19" width="9" height="38" rx="3" />,
    <path key="body" d="M-18-3 H10 Q18 0 10 3 H-18 Z" />,
    <rect key="tail" x="-18" y="-8" width="5" height="16" rx="2" />,
  ],
  squad: () => MEN.map(([x, y]) => <circle key={`${x}`} cx={x} cy={y} r="3.6" />),
  mine: () => [<circle key="ring" r="7" {...INK.dark} />, <circle key="eye" r="2.6" {...INK.light} />],
  burst: () => [<polygon key="burst" points={SPIKES} {...INK.fire} />],
  flag: () => [
    <rect key="pole" x="-1" y="-14" width="2.4" height="28" {...INK.dark} />,
    <path key="cloth" d="M1-14 H20 L14-7 L20 0 H1 Z" />,
  ],
  card: (text) => [
    <rect key="card" x="-13" y="-19" width="26" height="38" rx="4" {...INK.paper} />,
    <text key="words" y="6" {...INK.word}>
      {text}
    </text>,
  ],
  die: (text) => [
    <rect key="die" x="-14" y="-14" width="28" height="28" rx="5" {...INK.paper} />,
    <text key="words" y="6" {...INK.word}>
      {text}
    </text>,
  ],
};

const AREAS: Record<string, string> = {
  house: "#b5372c",
  wood: "#2f5a3c",
  wall: "#4b5357",
  island: "#e2cf94",
  water: "#5d9dbd",
};

function Drawn({ stroke: { shape, at, text } }: { stroke: Stroke }): JSX.Element | null {
  const standing = STANDING[shape];
  if (standing) return <Placed at={at}>{standing(text)}</Placed>;
  const [x = 0, y = 0, w = 0, h = 0] = at;
  if (shape in AREAS)
    return <rect fill={AREAS[shape]} x={x} y={y} width={w} height={h} rx={shape === "island" ? 14 : 2} />;
  if (shape === "zone") return <rect {...INK.zone} x={x} y={y} width={w} height={h} />;
  if (shape === "ring") return <circle {...INK.ring} cx={x} cy={y} r={w} />;
  if (shape === "cone") return <path {...INK.cone} d={wedge(at)} />;
  if (shape === "line") return <polyline {...INK.line} points={corners(at)} />;
  if (shape === "way") return <polyline {...INK.way} points={corners(at)} marker-end="url(#a-arrow)" />;
  if (shape === "note")
    return (
      <text {...INK.note} x={x} y={y}>
        {text}
      </text>
    );
  if (shape === "rain") {
    const drops = Array.from({ length: 24 }, (_, i) => [x + ((i * 37) % w), y + ((i * 23) % h)] as const);
    return (
      <g {...INK.rain}>
        {drops.map(([dx, dy]) => (
          <path key={`${dx} ${dy}`} d={`M${dx} ${dy} l-3 9`} />
        ))}
      </g>
    );
  }
  return null;
}

/** The words beside it say it all: it is not read aloud. */
export function SketchPicture({ strokes }: { strokes: readonly Stroke[] }) {
  if (strokes.length === 0) return null;
  return (
    <svg class="a-sketch" viewBox="0 0 160 90" aria-hidden="true">
      <rect width="160" height="90" fill={FIELD} />
      <defs>
        <marker id="a-arrow" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="4.5" markerHeight="4.5" orient="auto">
          <path d="M0 0 L8 4 L0 8 Z" {...INK.dark} />
        </marker>
      </defs>
      {strokes.map((stroke) => (
        <g key={JSON.stringify(stroke)} fill={SIDE_COLOURS[stroke.side] ?? NOBODY}>
          <Drawn stroke={stroke} />
        </g>
      ))}
    </svg>
  );
}
