// Dice as they are drawn in panels: cubes with pips, the brick on its side or flat, the die of two colours.
import type { TableFace, DiceThrown as Thrown } from "../../../protocol";

/** Where the pips of each face lie, on a grid of three by three counted from 0. */
const PIPS: Record<number, number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** A die that stands for a success or a failure: the brick on its side or flat, a cube with a tick or bare. */
export function SideDie({ look, success, spent = false }: { look: string; success: boolean; spent?: boolean }) {
  const name = `m-side-die ${success ? "success" : ""} ${spent ? "spent" : ""}`;
  if (look !== "brick")
    return (
      <svg class={name} width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <rect x="1" y="1" width="20" height="20" rx="4" />
        {success && <path d="m6 11 4 4 7-8" fill="none" />}
      </svg>
    );
  return success ? (
    <svg class={name} width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <rect x="2" y="4" width="15" height="18" rx="1" />
      <rect x="17" y="4" width="4" height="18" rx="1" class="plate" />
      <rect x="21" y="9.500" width="3" height="7" rx="1" />
      <path d="M2 10h15M2 16h15" fill="none" class="thin" />
    </svg>
  ) : (
    <svg class={name} width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <rect x="4" y="9" width="18" height="13" rx="1" />
      <rect x="4" y="5.500" width="18" height="3.500" rx="1" class="plate" />
      <rect x="9.500" y="2.500" width="7" height="3" rx="1" />
    </svg>
  );
}

/** The brick as it fell: stud up, upside down, or on one of its sides. */
function BrickDie({ face, from, rolling }: { face: number; from: number; rolling: boolean }) {
  const success = face >= from;
  const turn = success ? (face % 2 ? 0 : 180) : face === 2 ? 180 : 0;
  const words = rolling ? "rolling" : success ? "on its side: a hit" : face === 2 ? "upside down" : "flat";
  return (
    <span class={`m-brick-die ${rolling ? "rolling" : ""}`} role="img" aria-label={words}>
      <span style={{ transform: `rotate(${turn}deg)` }}>
        <SideDie look="brick" success={success} />
      </span>
    </span>
  );
}

/** The die of two colours: the colour that fell, with a tick for a hit, and a corner of the other one. */
function ColourDie({ hit, rolling }: { hit: boolean; rolling: boolean }) {
  return (
    <svg
      class={`m-die m-colour-die ${rolling ? "rolling" : hit ? "hit" : "miss"}`}
      viewBox="0 0 30 30"
      role="img"
      aria-label={rolling ? "rolling" : hit ? "the colour of a hit" : "the colour of a miss"}
    >
      <rect x="1" y="1" width="28" height="28" rx="6" class={rolling ? "" : "up"} />
      <path d="M29 18 V23 A6 6 0 0 1 23 29 H18 Z" class="down" />
      {!rolling && <path d={hit ? "m8 14 5 5 8-10" : "m9 9 9 9m0-9-9 9"} class="sign" />}
    </svg>
  );
}

/** The dice of a throw, drawn as what was thrown. */
export function ThrownDice({ face, thrown, rolling }: { face: TableFace; thrown: Thrown; rolling: boolean }) {
  const special = face.special_dice[thrown.label];
  if (special?.look === "colours")
    return (
      <span class="m-dice">
        {thrown.faces.map((pips, i) => (
          <ColourDie key={`${i}-${pips}`} hit={pips >= special.success_from} rolling={rolling} />
        ))}
      </span>
    );
  const die = thrown.seat >= 0 ? face.dice : null;
  return (
    <span class={`m-dice ${thrown.faces.length > 8 ? "many" : ""}`}>
      {thrown.faces.map((pips, i) =>
        die?.look === "brick" ? (
          <BrickDie key={`${i}-${pips}`} face={pips} from={die.success_from} rolling={rolling} />
        ) : (
          <Die key={`${i}-${pips}`} face={pips} rolling={rolling} success={die !== null && pips >= die.success_from} />
        ),
      )}
    </span>
  );
}

export function Die({
  face,
  rolling = false,
  success = false,
}: {
  face: number;
  rolling?: boolean;
  success?: boolean;
}) {
  return (
    <svg
      class={`m-die ${rolling ? "rolling" : success ? "success" : ""}`}
      viewBox="0 0 30 30"
      role="img"
      aria-label={rolling ? "rolling" : String(face)}
    >
      <rect x="1" y="1" width="28" height="28" rx="6" />
      {!PIPS[face] && (
        <text x="15" y="21" text-anchor="middle" font-size="16" font-weight="700">
          {face}
        </text>
      )}
      {(PIPS[face] ?? []).map((at) => (
        <circle key={at} cx={7.5 + (at % 3) * 7.5} cy={7.5 + Math.floor(at / 3) * 7.5} r="2.7" />
      ))}
    </svg>
  );
}
