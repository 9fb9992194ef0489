// A figure as a small drawing: what he is in his helmet and badge, his weapon as long as it reaches, what he carries.
import type { Yard } from "../../protocol";
import { partThat } from "./units";

const LONGEST = 80;
const CAPS: Record<string, string> = { medic: "#fff", commando: "#5c2f2a", officer: "#2b3640", general: "#2b3640" };
const COAT = "#5d6a3f";
const TRIM = "#465230";

function Head({ kind }: { kind: string }) {
  const colour = CAPS[kind] ?? TRIM;
  return (
    <>
      <rect x="20" y="8" width="10" height="9" fill="#d9b48f" />
      <rect x="17" y="5" width="16" height="4" fill={colour} stroke="#16222b" stroke-width=".7" />
      <rect x="19" y="1" width="12" height="5" fill={colour} stroke="#16222b" stroke-width=".7" />
      {kind === "medic" && <path d="M25 1.4v4.2M22.9 3.5h4.2" stroke="#a3201a" stroke-width="1.5" />}
    </>
  );
}

/** Where everybody stands: on a round plate of two studs. */
export function Trooper({ yard, parts }: { yard: Yard; parts: readonly string[] }) {
  const kind = partThat(yard, parts, "figure");
  const weapon = yard.modules.find((one) => one.id === partThat(yard, parts, "primary"));
  const reach = weapon?.numbers.find((one) => one.id === "range")?.value ?? 0;
  const length = 9 + (Math.min(LONGEST, reach) / LONGEST) * 15;
  const title = yard.modules.find((one) => one.id === kind)?.title ?? "";
  const carried = yard.modules.flatMap((one) => (one.fits === "item" && parts.includes(one.id) ? [one.title] : []));
  return (
    <svg viewBox="0 0 50 62" class="y-trooper" aria-hidden="true">
      <ellipse cx="25" cy="54" rx="17" ry="5" fill="#3c463f" />
      <rect x="18" y="38" width="6" height="14" fill="#3a4433" stroke="#16222b" stroke-width=".7" />
      <rect x="26" y="38" width="6" height="14" fill="#3a4433" stroke="#16222b" stroke-width=".7" />
      <rect x="15" y="18" width="20" height="20" fill={COAT} stroke="#16222b" stroke-width=".8" />
      <rect x="15" y="34" width="20" height="3" fill="#2b3640" />
      <Head kind={kind} />
      <rect x="33" y="21" width="5" height="12" fill={COAT} stroke="#16222b" stroke-width=".7" />
      <rect x="11" y="21" width="5" height="12" fill={COAT} stroke="#16222b" stroke-width=".7" />
      {reach > 0 && <rect x="13" y="27" width={length + 10} height="3" fill="#16222b" />}
      {kind !== "regular" && (
        <>
          <circle cx="42" cy="10" r="7" fill="#fff" stroke="#16222b" />
          <text x="42" y="13.4" text-anchor="middle" font-size="9" font-weight="700">
            {title.slice(0, 1)}
          </text>
        </>
      )}
      {carried.map((one, i) => (
        <g key={one}>
          <rect x={2 + i * 11} y="49" width="10" height="11" rx="2" fill="#fff" stroke="#16222b" stroke-width=".8" />
          <text x={7 + i * 11} y="58" text-anchor="middle" font-size="8" font-weight="700">
            {one.slice(0, 1)}
          </text>
        </g>
      ))}
    </svg>
  );
}
