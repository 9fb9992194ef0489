// A Mech drawn from the front, out of the numbers of its modules: armour is bulk, dice are blades, muzzles and barrels.
import type { ModuleFace, Yard } from "../../protocol";
import { numberOf } from "./bench";

const BODY = "#8f989d";
const TRIM = "#5c666c";
const DARK = "#2f383d";
const SIDE = "#0a5ca8";
const LINE = "#16222b";
const GLASS = "#9adcf0";
const GROUND = 344;
const MIDDLE = 160;

type Box = { x: number; y: number; w: number; h: number };

/** A brick from the front: a box with studs on top. */
function Brick({ x, y, w, h, fill }: Box & { fill: string }) {
  const studs = Math.max(1, Math.floor(w / 14));
  const step = w / studs;
  return (
    <g fill={fill} stroke={LINE} stroke-width={1.4}>
      {Array.from({ length: studs }, (_, n) => (
        <rect key={n} x={x + step * n + step / 2 - 4} y={y - 4} width={8} height={4.5} />
      ))}
      <rect x={x} y={y} width={w} height={h} rx={1.5} />
    </g>
  );
}

function Empty({ x, y, w, h }: Box) {
  return (
    <rect
      x={x}
      y={y}
      width={w}
      height={h}
      rx={4}
      fill="none"
      stroke="#a3201a"
      stroke-width={2}
      stroke-dasharray="6 5"
    />
  );
}

/** How far over the ground the hips are: quick legs are long ones, and the deck of a vehicle is low. */
function hips(legs: ModuleFace | undefined): number {
  if (legs?.drive) return GROUND - 82;
  return GROUND - 66 - 4 * (legs ? numberOf(legs.numbers, "movement") : 6);
}

/** Where the feet of legs stand, in pairs from the outermost on, which lies behind; all of them between the arms. */
function stances(feet: number): number[] {
  const pairs = Math.max(1, Math.round(feet / 2));
  const offs = pairs === 1 ? [34] : Array.from({ length: pairs }, (_, n) => 54 - (36 * n) / (pairs - 1));
  return offs.flatMap((off) => [-off, off]);
}

/** Tracks or wheels from the front: two runs under a hull, the higher the more armour it bears. */
function RunningGear({ module, top }: { module: ModuleFace; top: number }) {
  const bulk = 40 + numberOf(module.numbers, "armor");
  return (
    <g data-drive={module.drive}>
      {[-1, 1].map((side) => {
        const x = MIDDLE + side * 62 - bulk / 2;
        const tall = GROUND - top - 10;
        return (
          <g key={side}>
            <rect
              x={x}
              y={top + 10}
              width={bulk}
              height={tall}
              rx={module.drive === "wheels" ? 16 : 5}
              fill={DARK}
              stroke={LINE}
              stroke-width={1.4}
            />
            {Array.from({ length: 5 }, (_, n) => (
              <path
                key={n}
                d={`M${x + 4} ${top + 20 + (n * (tall - 18)) / 4}H${x + bulk - 4}`}
                stroke={TRIM}
                stroke-width={module.drive === "wheels" ? 1.6 : 4}
              />
            ))}
          </g>
        );
      })}
      <Brick x={MIDDLE - 46} y={top + 16} w={92} h={(GROUND - top) * 0.6} fill={BODY} />
      <Brick x={MIDDLE - 84} y={top} w={168} h={14} fill={TRIM} />
    </g>
  );
}

function Legs({ module }: { module: ModuleFace | undefined }) {
  const top = hips(module);
  if (!module) return <Empty x={108} y={top} w={104} h={GROUND - top} />;
  if (module.drive) return <RunningGear module={module} top={top} />;
  const places = stances(module.feet);
  const bulk = (20 + 1.1 * numberOf(module.numbers, "armor")) * (places.length > 2 ? 0.62 : 1);
  const middle = (top + GROUND) / 2;
  const wide = Math.max(...places);
  return (
    <g>
      {places.map((off) => {
        const x = MIDDLE + off - bulk / 2;
        return (
          <g key={off} data-foot={off}>
            <Brick x={x} y={top + 6} w={bulk} h={middle - top - 4} fill={BODY} />
            <circle cx={MIDDLE + off} cy={middle} r={bulk / 2 - 2} fill={TRIM} stroke={LINE} stroke-width={1.4} />
            <Brick x={x + 2} y={middle + 6} w={bulk - 4} h={GROUND - middle - 18} fill={BODY} />
            <Brick x={x - 5} y={GROUND - 12} w={bulk + 10} h={12} fill={TRIM} />
          </g>
        );
      })}
      <Brick x={MIDDLE - wide - 14} y={top} w={2 * wide + 28} h={14} fill={TRIM} />
    </g>
  );
}

function Torso({ module, top }: { module: ModuleFace | undefined; top: number }) {
  if (!module) return <Empty x={112} y={top - 92} w={96} h={88} />;
  const bulk = 74 + 1.3 * numberOf(module.numbers, "armor");
  const plates = numberOf(module.numbers, "defense_dice");
  const masts = Math.max(0, numberOf(module.numbers, "targeting"));
  const x = MIDDLE - bulk / 2;
  return (
    <g>
      {Array.from({ length: masts }, (_, n) => (
        <path key={n} d={`M${MIDDLE + 12 + 8 * n} ${top - 104}v-${18 - 4 * n}`} stroke={LINE} stroke-width={2.4} />
      ))}
      <Brick x={MIDDLE - 26} y={top - 112} w={52} h={26} fill={TRIM} />
      <rect x={MIDDLE - 18} y={top - 106} width={36} height={12} rx={3} fill={GLASS} stroke={LINE} stroke-width={1.4} />
      <Brick x={x} y={top - 86} w={bulk} h={72} fill={BODY} />
      {Array.from({ length: plates }, (_, n) => (
        <path key={n} d={`M${x + 10} ${top - 66 + 14 * n}H${x + bulk - 10}`} stroke={LINE} stroke-width={2} />
      ))}
      <Brick x={MIDDLE - 22} y={top - 13} w={44} h={13} fill={DARK} />
    </g>
  );
}

type OuterProps = { module: ModuleFace | undefined; side: number; top: number };

function Shoulder({ module, side, top }: OuterProps) {
  const x = MIDDLE + side * 82 - 25;
  const y = top - 92;
  if (!module) return <Empty x={x} y={y} w={50} h={46} />;
  const [melee, short, long] = ["melee", "short", "long"].map((id) => numberOf(module.numbers, id)) as [
    number,
    number,
    number,
  ];
  return (
    <g>
      {long > 0 && <Brick x={x + 4} y={y - 26} w={42} h={22} fill={TRIM} />}
      {Array.from({ length: 2 * long }, (_, n) => (
        <circle key={n} cx={x + 16 + 18 * n} cy={y - 15} r={6} fill={DARK} stroke={LINE} />
      ))}
      <Brick x={x} y={y} w={50} h={46} fill={SIDE} />
      {melee > 0 && (
        <path
          d={`M${x + 25 + side * 25} ${y + 6}l${side * 18} 12l${side * -18} 12Z`}
          fill="#c8d2d7"
          stroke={LINE}
          stroke-width={1.4}
        />
      )}
      {Array.from({ length: short }, (_, n) => (
        <circle key={n} cx={x + 25} cy={y + 24 + 10 * n} r={8} fill={DARK} stroke="#fff" stroke-width={2} />
      ))}
    </g>
  );
}

function Arm({ module, side, top }: OuterProps) {
  const x = MIDDLE + side * 90;
  const y = top - 42;
  if (!module) return <Empty x={x - 20} y={y} w={40} h={92} />;
  const [melee, short, long] = ["melee", "short", "long"].map((id) => numberOf(module.numbers, id)) as [
    number,
    number,
    number,
  ];
  return (
    <g>
      <rect x={x - 11} y={y} width={22} height={34} fill={TRIM} stroke={LINE} stroke-width={1.4} />
      <circle cx={x} cy={y + 38} r={12} fill={DARK} stroke={LINE} />
      {Array.from({ length: long }, (_, n) => (
        <g key={n}>
          <rect x={x - 12 + 14 * n} y={y + 84} width={9} height={46} fill={DARK} stroke={LINE} />
          <rect x={x - 14 + 14 * n} y={y + 124} width={13} height={8} fill={TRIM} stroke={LINE} />
        </g>
      ))}
      {Array.from({ length: melee }, (_, n) => (
        <path key={n} d={`M${x - 18 + 13 * n} ${y + 88}h11l-5 30Z`} fill="#c8d2d7" stroke={LINE} stroke-width={1.4} />
      ))}
      <Brick x={x - 20} y={y + 46} w={40} h={42} fill={BODY} />
      {Array.from({ length: short }, (_, n) => (
        <circle
          key={n}
          cx={x - 8 * (short - 1) + 16 * n}
          cy={y + 67}
          r={7}
          fill={DARK}
          stroke="#fff"
          stroke-width={2}
        />
      ))}
    </g>
  );
}

type DrawingProps = { yard: Yard; modules: readonly (ModuleFace | undefined)[]; title: string };

/** The whole Mech. Its left is on the right of the drawing: it looks at us. */
export function MechDrawing({ yard, modules, title }: DrawingProps) {
  const at = (fits: string, side: string) =>
    modules[yard.slots.findIndex((slot) => slot.fits === fits && slot.side === side)];
  const top = hips(at("legs", ""));
  return (
    <svg class="y-mech" viewBox="20 60 280 296" role="img" aria-label={`${title}, drawn from its modules`}>
      <ellipse cx={MIDDLE} cy={GROUND + 2} rx={92} ry={7} fill="var(--track)" />
      <Arm module={at("arm", "right")} side={-1} top={top} />
      <Arm module={at("arm", "left")} side={1} top={top} />
      <Legs module={at("legs", "")} />
      <Torso module={at("torso", "")} top={top} />
      <Shoulder module={at("shoulder", "right")} side={-1} top={top} />
      <Shoulder module={at("shoulder", "left")} side={1} top={top} />
    </svg>
  );
}
