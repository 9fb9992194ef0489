// A ship from the side, scaled by its length: the look decides masts, oars and funnels; it has no effect on play.
import type { BuiltCard } from "../../protocol";

const WOOD = "#8a5a2b";
const DARK = "#5f3b19";
const STEEL = "#7d868b";
const SAIL = "#f4efe2";
const LINE = "#16222b";
const SIDE = "#0a5ca8";
const WATER = 132;

const stroke = { stroke: LINE, "stroke-width": 1.3 };

function Hull({ left, right, fill, high }: { left: number; right: number; fill: string; high: number }) {
  return (
    <path
      d={`M${left} ${WATER - high}L${left + 8} ${WATER + 8}H${right - 22}L${right} ${WATER - high}Z`}
      fill={fill}
      {...stroke}
    />
  );
}

function Mast({ x, high, width }: { x: number; high: number; width: number }) {
  const top = WATER - 16 - high;
  return (
    <g>
      <path d={`M${x} ${WATER - 14}V${top}`} stroke={DARK} stroke-width={3} />
      {[0.12, 0.52].map((share) => (
        <path
          key={share}
          d={`M${x - width / 2} ${top + share * high}h${width}q5 ${high * 0.17} 0 ${high * 0.34}h${-width}q5 ${-high * 0.17} 0 ${-high * 0.34}Z`}
          fill={SAIL}
          {...stroke}
        />
      ))}
      <path
        d={`M${x - width / 2 + 2} ${top + high * 0.7}h${width}`}
        stroke={SIDE}
        stroke-width={3}
        stroke-dasharray="none"
      />
    </g>
  );
}

function Flag({ x }: { x: number }) {
  return (
    <g>
      <path d={`M${x} ${WATER - 16}v-34`} stroke={LINE} stroke-width={2} />
      <path d={`M${x} ${WATER - 50}h-18l5 6 -5 6h18Z`} fill={SIDE} {...stroke} />
    </g>
  );
}

function Sailing({ left, right, masts, high }: { left: number; right: number; masts: number; high: number }) {
  const long = right - left;
  return (
    <g>
      {Array.from({ length: masts }, (_, n) => (
        <Mast
          key={n}
          x={left + (long * (n + 0.8)) / (masts + 0.5)}
          high={high}
          width={Math.min(44, long / (masts + 0.6))}
        />
      ))}
    </g>
  );
}

function Ports({ left, right }: { left: number; right: number }) {
  const count = Math.max(1, Math.floor((right - left - 30) / 14));
  return (
    <g fill={LINE}>
      {Array.from({ length: count }, (_, n) => (
        <rect key={n} x={left + 14 + 14 * n} y={WATER - 9} width={6} height={5} />
      ))}
    </g>
  );
}

function LongShip({ left, right }: { left: number; right: number }) {
  return (
    <g>
      <Sailing left={left} right={right} masts={1} high={62} />
      <Hull left={left} right={right} fill={WOOD} high={14} />
      <path d={`M${right - 3} ${WATER - 12}q12 -12 4 -30q10 2 8 12`} fill="none" stroke={WOOD} stroke-width={6} />
      <g stroke={DARK} stroke-width={2.4}>
        {Array.from({ length: Math.max(2, Math.floor((right - left) / 14)) }, (_, n) => (
          <path key={n} d={`M${left + 16 + 12 * n} ${WATER - 6}l-8 20`} />
        ))}
      </g>
    </g>
  );
}

function Galleon({ left, right }: { left: number; right: number }) {
  return (
    <g>
      <Sailing left={left} right={right} masts={right - left > 84 ? 3 : 2} high={74} />
      <rect x={left} y={WATER - 38} width={(right - left) * 0.24} height={24} fill={WOOD} {...stroke} />
      <Hull left={left} right={right} fill={WOOD} high={18} />
      <path d={`M${right - 4} ${WATER - 18}l22 -10`} stroke={DARK} stroke-width={4} />
      <Ports left={left} right={right} />
    </g>
  );
}

function Brig({ left, right }: { left: number; right: number }) {
  return (
    <g>
      <Sailing left={left} right={right} masts={right - left > 60 ? 2 : 1} high={66} />
      <Hull left={left} right={right} fill={DARK} high={14} />
      <path d={`M${right - 4} ${WATER - 14}l20 -8`} stroke={DARK} stroke-width={3.5} />
      <Ports left={left} right={right} />
    </g>
  );
}

function Steamer({ left, right }: { left: number; right: number }) {
  const middle = (left + right) / 2;
  return (
    <g>
      <rect x={middle - 22} y={WATER - 36} width={44} height={22} fill="#dfe5e8" {...stroke} />
      <rect x={middle - 7} y={WATER - 74} width={14} height={40} fill={LINE} />
      <rect x={middle - 7} y={WATER - 66} width={14} height={7} fill={SIDE} />
      <Hull left={left} right={right} fill={STEEL} high={15} />
      <circle cx={middle} cy={WATER - 2} r={15} fill="#b5372c" {...stroke} />
      <path d={`M${middle - 15} ${WATER - 2}h30M${middle} ${WATER - 17}v30`} stroke={LINE} />
    </g>
  );
}

function Monster({ left, right }: { left: number; right: number }) {
  const step = (right - left) / 3;
  return (
    <g fill="none" stroke="#2f7a4b" stroke-width={12} stroke-linecap="round">
      {[0, 1, 2].map((n) => (
        <path key={n} d={`M${left + step * n} ${WATER + 8}q${step / 2} ${-54 - 10 * n} ${step} 0`} />
      ))}
      <circle cx={right} cy={WATER - 2} r={9} fill="#2f7a4b" stroke={LINE} stroke-width={1.3} />
    </g>
  );
}

function Fort({ left, right }: { left: number; right: number }) {
  return (
    <g fill="#b9a878" {...stroke}>
      <ellipse cx={(left + right) / 2} cy={WATER + 4} rx={(right - left) / 2 + 18} ry={10} fill="#e2cf94" />
      <rect x={left} y={WATER - 46} width={right - left} height={48} />
      {Array.from({ length: 5 }, (_, n) => (
        <rect key={n} x={left + (n * (right - left)) / 5} y={WATER - 56} width={(right - left) / 9} height={11} />
      ))}
    </g>
  );
}

const LOOKS: Record<string, typeof Galleon> = {
  longship: LongShip,
  galleon: Galleon,
  brig: Brig,
  steamer: Steamer,
  monster: Monster,
  fort: Fort,
};

export function ShipDrawing({ built }: { built: BuiltCard }) {
  const look = built.face.model.split(/[.@]/).find((word) => word in LOOKS) ?? "galleon";
  const View = LOOKS[look] ?? Galleon;
  const studs = Math.min(60, Math.max(3, built.face.cost));
  // Short ships are drawn larger, so that they can be seen; the studs below tell the length.
  const stud = Math.min(11, 340 / studs);
  const half = (studs * stud) / 2;
  const [left, right] = [200 - half, 200 + half];
  const floats = look !== "fort" && look !== "monster";
  return (
    <svg class="y-ship" viewBox="0 0 400 160" role="img" aria-label={`${built.name}, ${built.face.cost} studs long`}>
      <rect width={400} height={160} fill="#cfe0e8" />
      <View left={left} right={right} />
      {floats && <Flag x={left + 4} />}
      <path
        d={`M0 ${WATER + 4}q25 -6 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0V160H0Z`}
        fill="#3f86a8"
        fill-opacity={0.86}
      />
      <path d={`M${left} 152H${right}`} stroke="#fff" stroke-width={6} stroke-dasharray={`${stud - 1.5} 1.5`} />
    </svg>
  );
}
