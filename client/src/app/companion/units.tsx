// The units as cards: what they are worth, what is counted on them, whether they still stand.
import { Minus, Plus } from "lucide-preact";
import { Button, ClauseLink, SideMark, sideName, Toggle } from "../../kit";
import type { TrackFace, UnitAtTable } from "../../protocol";
import { change, type Kept, seatsOf, titleOf, withLine, withUnit } from "./battle";

function setLost(kept: Kept, unit: UnitAtTable, lost: boolean): void {
  const name = titleOf(kept.battle, unit);
  const text = lost ? `${name}: ${kept.battle.lost.toLowerCase()}.` : `${name} is back.`;
  change((now) =>
    withLine(withUnit(now, unit.id, { lost }), { seat: unit.seat, text, clause: kept.battle.lost_clause }),
  );
}

function setCount(kept: Kept, unit: UnitAtTable, row: TrackFace, value: number): void {
  const was = kept.now.units[unit.id]?.counts ?? {};
  if (was[row.id] === value) return;
  const text = `${titleOf(kept.battle, unit)}: ${row.title} ${value}.`;
  change((now) =>
    withLine(withUnit(now, unit.id, { counts: { ...was, [row.id]: value } }), {
      seat: unit.seat,
      text,
      clause: row.clause,
    }),
  );
}

/** What happens at this count, by the rules of the game. */
function limitOf(row: TrackFace, value: number): [number, string, string] | undefined {
  const reached = row.limits.filter(([at]) => value >= at);
  return reached[reached.length - 1];
}

function Row({ kept, unit, row }: { kept: Kept; unit: UnitAtTable; row: TrackFace }) {
  const value = kept.now.units[unit.id]?.counts[row.id] ?? row.value;
  const most = row.full || 99;
  const limit = limitOf(row, value);
  const set = (next: number) => setCount(kept, unit, row, Math.min(most, Math.max(0, next)));
  if (row.full === 1) {
    return (
      <div class="q-row-line q-switch">
        <Toggle
          on={value > 0}
          onChange={(on) => set(on ? 1 : 0)}
          label={row.title}
          testid={`count-${unit.id}-${row.id}`}
        />
        <ClauseLink clause={row.clause} words="why" />
      </div>
    );
  }
  return (
    <div class="q-row">
      <div class="q-row-line" role="group" aria-label={`${row.title} of ${unit.id}`}>
        <span class="k-grow">
          {row.title} <ClauseLink clause={row.clause} words="why" />
        </span>
        <Button iconOnly icon={Minus} aria-disabled={value <= 0} onClick={() => set(value - 1)}>
          {`${row.title}: less`}
        </Button>
        <output class="q-count" data-testid={`count-${unit.id}-${row.id}`}>
          {row.full && row.style !== "markers" ? `${value} of ${row.full}` : value}
        </output>
        <Button iconOnly icon={Plus} aria-disabled={value >= most} onClick={() => set(value + 1)}>
          {`${row.title}: more`}
        </Button>
      </div>
      {limit && (
        <p class="q-limit" role="status">
          {limit[1]} <ClauseLink clause={limit[2]} />
        </p>
      )}
    </div>
  );
}

function UnitCard({ kept, unit }: { kept: Kept; unit: UnitAtTable }) {
  const card = kept.battle.cards[unit.face];
  const lost = kept.now.units[unit.id]?.lost ?? false;
  const rows = kept.battle.marks[unit.face] ?? [];
  return (
    <li class={`q-card ${lost ? "lost" : ""}`} data-testid={`card-${unit.id}`}>
      <div class="q-card-head">
        <SideMark side={unit.seat} size={20} quiet />
        <b class="k-grow">{titleOf(kept.battle, unit)}</b>
      </div>
      <p class="q-figures">
        {card?.numbers.map((one) => (
          <span key={one.id}>
            <b>{one.written || one.value}</b> {one.short}
          </span>
        ))}
      </p>
      {!lost && rows.map((row) => <Row key={row.id} kept={kept} unit={unit} row={row} />)}
      <Toggle
        on={lost}
        onChange={(next) => setLost(kept, unit, next)}
        label={kept.battle.lost}
        testid={`lost-${unit.id}`}
      />
    </li>
  );
}

export function Units({ kept }: { kept: Kept }) {
  return (
    <>
      {seatsOf(kept.battle).map((seat) => {
        const own = kept.battle.units.filter((unit) => unit.seat === seat);
        const left = own.filter((unit) => !kept.now.units[unit.id]?.lost).length;
        return (
          <section key={seat} aria-label={sideName(seat)}>
            <h2 class="q-side">
              <SideMark side={seat} quiet /> {sideName(seat)}
              <span class="k-small k-muted">{`${left} of ${own.length} left`}</span>
            </h2>
            <ul class="q-cards">
              {own.map((unit) => (
                <UnitCard key={unit.id} kept={kept} unit={unit} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
