// The ship being built: its length, how its points are split, its look; a fault names the number that is wrong.
import { Button, ClauseLink, NumberRow, Segmented, Toggle } from "../../kit";
import type { NumberFace, Yard } from "../../protocol";
import { cleanName, LONGEST_NAME, type Ship, spent, withWord } from "./ships";

const COLOURS = ["#c4281c", "#287f46", "#0d69ab"];

/** Each number points are spent on has its colour, in their order. */
const colourOf = (yard: Yard, id: string): string =>
  COLOURS[yard.points.findIndex((one) => one.id === id)] ?? "#5c666c";

type SlipwayProps = { yard: Yard; ship: Ship; look: string; change: (ship: Ship) => void };

/** The length as a bar of studs, coloured by what they are spent on. */
function Split({ yard, ship }: { yard: Yard; ship: Ship }) {
  const left = ship.length - spent(ship);
  const whole = Math.max(ship.length, spent(ship), 1);
  return (
    <>
      <div
        class="y-split"
        role="img"
        aria-label={yard.points.map((one) => `${one.title} ${ship.points[one.id] ?? 0}`).join(", ")}
      >
        {yard.points.map((one) => (
          <i
            key={one.id}
            style={{
              width: `${(100 * (ship.points[one.id] ?? 0)) / whole}%`,
              background: colourOf(yard, one.id),
            }}
          />
        ))}
      </div>
      <p class={`k-small ${left === 0 ? "k-muted" : "k-bad k-strong"}`} role="status">
        {left === 0
          ? `All ${ship.length} studs are spent.`
          : left > 0
            ? `${left} studs to spend.`
            : `${-left} too many.`}
      </p>
    </>
  );
}

function Feature({ feature, yard, ship, change }: SlipwayProps & { feature: NumberFace }) {
  const value = ship.points[feature.id] ?? 0;
  const left = ship.length - spent(ship);
  const set = (next: number) => change({ ...ship, points: { ...ship.points, [feature.id]: next } });
  const longest = yard.limits.find((one) => one.id === "longest")?.value ?? 60;
  return (
    <div class="y-feature" data-testid={`feature-${feature.id}`}>
      <span class="y-feature-name">
        <i style={{ background: colourOf(yard, feature.id) }} />
        <b>{feature.title}</b> <ClauseLink clause={feature.clause} />
      </span>
      <input
        class="k-range"
        type="range"
        aria-label={feature.title}
        min={0}
        max={Math.max(ship.length, value)}
        value={value}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <NumberRow label={feature.title} value={value} min={0} max={longest} typed onChange={set} />
      {left > 0 && (
        <Button kind="quiet" onClick={() => set(value + left)}>
          {`Spend ${left} here`}
        </Button>
      )}
    </div>
  );
}

export function Slipway({ yard, ship, look, change }: SlipwayProps) {
  const limit = (id: string, otherwise: number) => yard.limits.find((one) => one.id === id)?.value ?? otherwise;
  return (
    <div class="y-slipway">
      <label class="y-name">
        <span class="k-small k-muted">Name</span>
        <input
          class="k-field"
          value={ship.name}
          maxLength={LONGEST_NAME}
          onInput={(event) => change({ ...ship, name: cleanName(event.currentTarget.value) })}
          data-testid="ship-name"
        />
      </label>
      <div class="k-row k-wrap" data-testid="length">
        <b>Length in studs</b>
        <ClauseLink clause={yard.limits[0]?.clause ?? ""} />
        <NumberRow
          label="Length in studs"
          value={ship.length}
          min={limit("shortest", 1)}
          max={limit("longest", 60)}
          typed
          onChange={(length) => change({ ...ship, length })}
        />
      </div>
      <Split yard={yard} ship={ship} />
      {yard.points.map((feature) => (
        <Feature key={feature.id} feature={feature} yard={yard} ship={ship} look={look} change={change} />
      ))}
      <div class="y-looks">
        <Segmented
          label="Look"
          value={look}
          choices={yard.styles.map((one) => ({ value: String(one.value), label: one.text }))}
          onChange={(word) => change(withWord(ship, yard.styles, word))}
          testid="looks"
        />
        {yard.kinds.map((kind) => {
          const word = String(kind.value);
          const on = ship.words.includes(word);
          return (
            <Toggle
              key={word}
              label={word.charAt(0).toUpperCase() + word.slice(1)}
              note={kind.text}
              on={on}
              onChange={(next) =>
                change({ ...ship, words: next ? [word, ...ship.words] : ship.words.filter((one) => one !== word) })
              }
            />
          );
        })}
      </div>
    </div>
  );
}
