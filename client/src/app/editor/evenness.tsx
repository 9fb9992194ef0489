// Is it even? What the battles of two bots say, as they end: a sentence first, then shares with their intervals.
import { Scale, Square } from "lucide-preact";
import { Button, plural, SideMark, sideName } from "../../kit";
import { isPlain } from "./document";
import { ahead, BATTLES, type Count, interval, played, useTrial } from "./even";
import type { Editor } from "./use_editor";

const percent = (share: number): string => `${Math.round(share * 100)}`;

function Share({ count, side }: { count: Count; side: number }) {
  const [low, high] = interval(count, side);
  const won = count.wins[side] ?? 0;
  const words = `${sideName(side)} wins ${won}, a share between ${percent(low)} and ${percent(high)} percent`;
  return (
    <li class="k-row" title={words}>
      <SideMark side={side} size={18} />
      <span class="e-share" role="img" aria-label={words}>
        <i class="e-range" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <i class="e-fair" style={{ left: `${100 / count.wins.length}%` }} />
      </span>
      <span class="k-small">{`${won} won, ${percent(low)} to ${percent(high)} %`}</span>
    </li>
  );
}

/** What can be said by now. */
export function verdict(count: Count): string {
  const games = played(count);
  if (games === 0) return "The first battle is on.";
  const side = ahead(count);
  const after = `after ${plural(games, "battle")}`;
  return side < 0 ? `Could still be even, ${after}.` : `${sideName(side)} is ahead, ${after}.`;
}

/** By seat the side it fights for: forces of one name fight together. */
export function sidesOf(forces: unknown): number[] {
  const names = (Array.isArray(forces) ? forces : []).map((force: unknown, seat) =>
    isPlain(force) && typeof force.side === "string" ? force.side : String(seat),
  );
  const different = [...new Set(names)];
  return names.map((name) => different.indexOf(name));
}

function Counted({ count }: { count: Count }) {
  const games = played(count);
  if (games === 0) return null;
  return (
    <>
      <ul>
        {count.wins.map((_, side) => (
          <Share key={sideName(side)} count={count} side={side} />
        ))}
      </ul>
      <p class="k-tiny k-muted">
        {`${plural(count.draws, "draw")}, ${(count.rounds / games).toFixed(1)} rounds on average`}
        {count.cut > 0 && `; ${count.cut} took too long and do not count`}
      </p>
    </>
  );
}

export function Evenness({ editor }: { editor: Editor }) {
  const { game, desk, document, isFresh, faults } = editor;
  const { trial, start, stop } = useTrial(game.id, document, sidesOf(document?.[desk.data.forces]));
  const isFine = isFresh && faults.length === 0;
  return (
    <section class="e-even" aria-label="Is it even?" data-testid="even">
      <div class="k-row k-wrap">
        {trial?.state === "running" ? (
          <Button icon={Square} onClick={stop} data-testid="stop-trial">
            Stop
          </Button>
        ) : (
          <Button icon={Scale} onClick={() => isFine && start()} aria-disabled={!isFine} data-testid="is-it-even">
            Is it even?
          </Button>
        )}
        <span class="k-grow k-small" aria-live="polite" data-testid="verdict">
          {trial ? verdict(trial.count) : `Two bots play ${BATTLES} battles on this table.`}
          {trial?.said && ` ${trial.said}`}
        </span>
        {trial?.state === "running" && (
          <progress max={BATTLES} value={played(trial.count) + trial.count.cut} aria-label="Battles played" />
        )}
      </div>
      {trial && <Counted count={trial.count} />}
    </section>
  );
}
