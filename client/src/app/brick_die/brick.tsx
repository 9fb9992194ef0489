// The brick die drawn in its three ways to rest: on a side it hits, flat or upside down it misses.

const BRICK = "#c4281c";
const PLATE = "#e9edef";
const LINE = "#16222b";

type Rest = "side" | "flat" | "upside_down";

function Lying({ rest }: { rest: Rest }) {
  const edges = { stroke: LINE, "stroke-width": 1.6 };
  if (rest === "side") {
    return (
      <g {...edges}>
        <rect x={26} y={20} width={38} height={40} fill={BRICK} />
        <rect x={64} y={20} width={13} height={40} fill={PLATE} />
        <rect x={77} y={34} width={7} height={12} fill={PLATE} />
      </g>
    );
  }
  const flip = rest === "upside_down" ? "translate(0 80) scale(1 -1)" : undefined;
  return (
    <g {...edges} transform={flip}>
      <rect x={46} y={11} width={13} height={7} fill={PLATE} />
      <rect x={32} y={18} width={40} height={12} fill={PLATE} />
      <rect x={32} y={30} width={40} height={32} fill={BRICK} />
    </g>
  );
}

export function BrickDie({ rest, words }: { rest: Rest; words: string }) {
  return (
    <svg class="y-die" viewBox="0 0 104 80" role="img" aria-label={words}>
      <ellipse cx={52} cy={63} rx={38} ry={5} fill="var(--track)" />
      <Lying rest={rest} />
    </svg>
  );
}
