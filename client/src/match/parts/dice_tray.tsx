// The dice tray: cubes with pips, known before they roll; a sentence with the number needed; a tick for a hit.
import { useSignal } from "@preact/signals";
import { Check, Dices, X } from "lucide-preact";
import { Button, ClauseLink, plural, SideMark, sideName } from "../../kit";
import type { TableFace } from "../../protocol";
import type { Throw } from "../acts";
import { keyFor } from "../keys";
import type { Room } from "../room";
import { diceTitle, looseWords, throwWords } from "../words";
import { Sums } from "./tally";

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
function Thrown({ face, thrown, rolling }: { face: TableFace; thrown: Throw; rolling: boolean }) {
  const special = face.special_dice[thrown.label];
  if (special?.look === "colours")
    return (
      <span class="m-dice">
        {thrown.faces.map((pips, i) => (
          <ColourDie key={`${i}-${pips}`} hit={pips >= special.success_from} rolling={rolling} />
        ))}
      </span>
    );
  const die = face.dice;
  const single = die !== null && (thrown.hits !== null || thrown.seat >= 0);
  return (
    <span class={`m-dice ${thrown.faces.length > 8 ? "many" : ""}`}>
      {thrown.faces.map((pips, i) =>
        single && die.look === "brick" ? (
          <BrickDie key={`${i}-${pips}`} face={pips} from={die.success_from} rolling={rolling} />
        ) : (
          <Die key={`${i}-${pips}`} face={pips} rolling={rolling} success={single && pips >= die.success_from} />
        ),
      )}
      {thrown.against.length > 0 && (
        <>
          <span class="m-against">against</span>
          {thrown.against.map((pips, i) => (
            <Die key={`against-${i}-${pips}`} face={pips} rolling={rolling} />
          ))}
        </>
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

/** One throw in a row: dice, sentence, tick. Its sums open under it. */
export function ThrowRow({ face, thrown, rolling }: { face: TableFace; thrown: Throw; rolling: boolean }) {
  return (
    <li class={`m-throw ${thrown.hit ? "hit" : ""}`}>
      <SideMark side={thrown.seat} size={18} quiet />
      <Thrown face={face} thrown={thrown} rolling={rolling} />
      <span class="k-grow k-small">{rolling ? "…" : throwWords(face, thrown)}</span>
      {!rolling &&
        thrown.hit !== null &&
        (thrown.hit ? <Check size={20} aria-label="hit" /> : <X size={18} aria-label="miss" />)}
      {!rolling && thrown.sums.length > 0 && (
        <details class="m-throw-why">
          <summary>why</summary>
          <Sums sums={thrown.sums} />
          <ClauseLink clause={thrown.clause} />
        </details>
      )}
    </li>
  );
}

/** "Orange: 5 shots, 2 hits" for a volley that is over; dice that hit nothing say what they were for. */
export function volleyWords(face: TableFace, throws: readonly Throw[]): string {
  const shots = throws.filter((one) => one.hit !== null);
  const seat = throws[0]?.seat ?? 0;
  const attacks = throws.filter((one) => one.hits !== null);
  if (attacks.length > 0) {
    const dice = attacks.reduce((sum, one) => sum + one.faces.length, 0);
    const hits = attacks.reduce((sum, one) => sum + (one.hits ?? 0), 0);
    return `${sideName(attacks[0]?.seat ?? seat)}: ${plural(dice, "die", "dice")}, ${plural(hits, "hit")}`;
  }
  if (shots.length === 0) {
    const labels = [...new Set(throws.map((one) => one.label))];
    const of = (label: string): string[] => throws.flatMap((one) => (one.label === label ? looseWords(face, one) : []));
    return labels.map((label) => `${diceTitle(face, label)}: ${of(label).join(", ")}`).join(" · ");
  }
  const seats = [...new Set(shots.map((one) => one.seat))];
  const ofSeat = (who: number): string => {
    const own = shots.filter((one) => one.seat === who);
    return `${sideName(who)}: ${plural(own.length, "shot")}, ${plural(own.filter((one) => one.hit).length, "hit")}`;
  };
  return seats.map(ofSeat).join(" · ");
}

/** What fell before in this volley, as small ticks and crosses. */
function Before({ face, throws }: { face: TableFace; throws: readonly Throw[] }) {
  if (throws.length === 0) return null;
  return (
    <ol class="m-before" aria-label="Shots before">
      {throws.map((one, i) => (
        <li key={`${i}-${one.unit}`}>
          {face.special_dice[one.label] ? "" : one.rolled}
          {one.hit ? <Check size={14} aria-label="hit" /> : <X size={13} aria-label="miss" />}
        </li>
      ))}
    </ol>
  );
}

/** While dice roll the last throw is shown large; afterwards one line that opens the whole volley. */
export function DiceTray({ room }: { room: Room }) {
  const { throws, rolling, fresh } = room.theatre.tray.value;
  const open = useSignal(false);
  const face = room.face.value;
  const last = throws.at(-1);
  if (!last || !face) return null;
  if (!room.theatre.playing.value && !open.value)
    return (
      <section class="m-tray-box k-panel folded" data-testid="dice" aria-label="Dice">
        {throws.every((one) => one.seat === last.seat) && <SideMark side={last.seat} size={18} quiet />}
        <span class="k-small">{volleyWords(face, throws)}</span>
        <Button kind="quiet" icon={Dices} onClick={() => (open.value = true)} data-testid="dice-open">
          Show
        </Button>
        <Button kind="quiet" iconOnly icon={X} onClick={room.theatre.clear}>
          Close dice
        </Button>
      </section>
    );
  const shown = room.theatre.playing.value ? throws.slice(-fresh) : throws;
  return (
    // The tray itself is a big target: a tap anywhere on it skips.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space skips from anywhere on the page
    <section
      class="m-tray-box k-panel"
      data-testid="dice"
      aria-label="Dice"
      onClick={() => rolling && room.theatre.skip()}
    >
      <div class="k-grow">
        {room.theatre.playing.value && <Before face={face} throws={throws.slice(0, -fresh)} />}
        <ol aria-live="polite" class="m-throws">
          {shown.map((thrown, i) => (
            <ThrowRow key={`${throws.length}-${i}-${thrown.unit}`} face={face} thrown={thrown} rolling={rolling} />
          ))}
        </ol>
      </div>
      {room.theatre.playing.value ? (
        <Button kind="quiet" keys={keyFor("skip")} onClick={room.theatre.skip} data-testid="skip">
          Skip
        </Button>
      ) : (
        <Button kind="quiet" iconOnly icon={X} onClick={() => (open.value = false)}>
          Fold the dice up
        </Button>
      )}
    </section>
  );
}
