// The curve of what is known about a die: the model dashed, one's own throws filled, the credible stretch marked.
import { percent } from "../../kit";
import type { TriedDice } from "../../protocol";

const WIDE = 600;
const HIGH = 220;
const BASE = 190;
const LEFT = 10;
const RIGHT = WIDE - 10;

const across = (share: number) => LEFT + share * (RIGHT - LEFT);

/** A line through the heights, the highest of all at the top. */
export function lineOf(heights: readonly number[], most: number): string {
  const steps = Math.max(1, heights.length - 1);
  return heights
    .map(
      (height, n) =>
        `${n === 0 ? "M" : "L"}${across(n / steps).toFixed(1)} ${(BASE - (170 * height) / most).toFixed(1)}`,
    )
    .join("");
}

/** The part of the curve between two chances, down to its base. */
function within(tried: TriedDice, most: number): string {
  const steps = tried.density.length - 1;
  const from = Math.ceil(tried.low * steps);
  const to = Math.floor(tried.high * steps);
  const points = tried.density
    .slice(from, to + 1)
    .map((height, n) => `L${across((from + n) / steps).toFixed(1)} ${(BASE - (170 * height) / most).toFixed(1)}`);
  return `M${across(tried.low).toFixed(1)} ${BASE}${points.join("")}L${across(tried.high).toFixed(1)} ${BASE}Z`;
}

export function Curve({ tried }: { tried: TriedDice }) {
  const most = Math.max(...tried.density, ...tried.prior, 1);
  const words = `Chance of a side: ${percent(tried.mean)}, with ${percent(tried.credible, 0)} between ${percent(tried.low)} and ${percent(tried.high)}`;
  return (
    <svg class="y-curve" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={words}>
      <path d={within(tried, most)} fill="var(--side-a-tint)" />
      <path d={lineOf(tried.prior, most)} fill="none" stroke="var(--ink2)" stroke-width={1.6} stroke-dasharray="6 5" />
      <path d={lineOf(tried.density, most)} fill="none" stroke="var(--side-a)" stroke-width={3} />
      <path d={`M${across(tried.mean)} ${BASE}V14`} stroke="var(--ink)" stroke-width={2} />
      <path d={`M${LEFT} ${BASE}H${RIGHT}`} stroke="var(--ink)" stroke-width={1.5} />
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <path d={`M${across(share)} ${BASE}v6`} stroke="var(--ink)" />
          <text
            x={across(share)}
            y={BASE + 22}
            font-size={13}
            text-anchor={share === 0 ? "start" : share === 1 ? "end" : "middle"}
            fill="var(--ink)"
          >
            {percent(share, 0)}
          </text>
        </g>
      ))}
    </svg>
  );
}
