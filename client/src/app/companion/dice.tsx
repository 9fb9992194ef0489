// Real dice typed in: a row of faces for each die.
import { useState } from "preact/hooks";
import { Button, sideName } from "../../kit";
import type { DicePile } from "../../protocol";

const DOTS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [6, 6],
    [18, 18],
  ],
  3: [
    [6, 6],
    [12, 12],
    [18, 18],
  ],
  4: [
    [6, 6],
    [18, 6],
    [6, 18],
    [18, 18],
  ],
  5: [
    [6, 6],
    [18, 6],
    [12, 12],
    [6, 18],
    [18, 18],
  ],
  6: [
    [6, 6],
    [18, 6],
    [6, 12],
    [18, 12],
    [6, 18],
    [18, 18],
  ],
}; // prettier-ignore

export function DieFace({ face, size = 30 }: { face: number; size?: number }) {
  const dots = DOTS[face];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="4" fill="var(--white)" stroke="var(--pencil)" stroke-width="1.5" />
      {dots ? (
        dots.map(([x, y]) => <circle key={`${x}${y}`} cx={x} cy={y} r="2.3" fill="var(--pencil)" />)
      ) : (
        <text x="12" y="17" text-anchor="middle" font-size="13" fill="var(--pencil)">
          {face}
        </text>
      )}
    </svg>
  );
}

type TypedProps = { piles: DicePile[]; done: (faces: number[][]) => void };

/** Every die of every pile; when the last face is tapped they have fallen. */
export function DiceTyped({ piles, done }: TypedProps) {
  const [faces, setFaces] = useState<(number | undefined)[][]>(() =>
    piles.map((pile) => Array.from({ length: pile.count }, () => undefined)),
  );
  const set = (pile: number, die: number, face: number) =>
    setFaces(faces.map((row, at) => (at === pile ? row.map((was, one) => (one === die ? face : was)) : row)));
  const known = faces.map((row) => row.flatMap((face) => face ?? []));
  const ready = known.every((row, at) => row.length === piles[at]?.count);
  return (
    <div class="q-typed">
      {piles.map((pile, at) => (
        <fieldset key={`${pile.title}${at}`}>
          <legend>{`${pile.seat >= 0 ? `${sideName(pile.seat)}: ` : ""}${pile.title || "Dice"}`}</legend>
          {(faces[at] ?? []).map((now, die) => (
            <div class="q-die" role="radiogroup" aria-label={`Die ${die + 1}`} key={`die${die}`}>
              {Array.from({ length: pile.faces }, (_, face) => face + 1).map((face) => (
                <button
                  type="button"
                  role="radio"
                  aria-checked={now === face}
                  aria-label={String(face)}
                  key={face}
                  onClick={() => set(at, die, face)}
                  data-testid={`die-${at}-${die}-${face}`}
                >
                  <DieFace face={face} />
                </button>
              ))}
            </div>
          ))}
        </fieldset>
      ))}
      <Button kind="ask" big wide aria-disabled={!ready} onClick={() => ready && done(known)} data-testid="dice-done">
        That is what I rolled
      </Button>
    </div>
  );
}
