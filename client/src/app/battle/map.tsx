// A scenario drawn from above: ground, zones, terrain. Grain on the wire, inches in the drawing, y up on the table.

import { SIDE_COLOURS } from "../../kit";
import type { FeatureFace, ScenarioFace, Token, ZoneFace } from "../../protocol";

const GRAIN = 1e6;

const LOOKS: Record<string, { fill: string; stroke: string }> = {
  house: { fill: "#b5372c", stroke: "#5f1712" },
  building: { fill: "#7c868c", stroke: "#2f383d" },
  hedgerow: { fill: "#3d7a2c", stroke: "#1f4515" },
  low_wall: { fill: "#9aa2a6", stroke: "#4b5357" },
  light_trees: { fill: "#57963f", stroke: "#2b5a1d" },
};
const ANYTHING = { fill: "#8f8a7c", stroke: "#4a463d" };

/** Corners "x,y x,y" of an outline, with y turned for the drawing. */
function corners(outline: readonly number[], height: number): string {
  const points: string[] = [];
  for (let i = 0; i + 1 < outline.length; i += 2) {
    points.push(`${(outline[i] ?? 0) / GRAIN},${height - (outline[i + 1] ?? 0) / GRAIN}`);
  }
  return points.join(" ");
}

function Zone({ zone, height }: { zone: ZoneFace; height: number }) {
  const colour = SIDE_COLOURS[zone.seat] ?? "#16222b";
  const dash = zone.seat === 0 ? undefined : "1.2 0.8";
  return (
    <polygon
      points={corners(zone.outline, height)}
      fill={zone.seat < 0 ? "none" : colour}
      fill-opacity={0.16}
      stroke={colour}
      stroke-width={0.25}
      stroke-dasharray={dash}
    />
  );
}

function Piece({ token, height, feature }: { token: Token; height: number; feature: FeatureFace | undefined }) {
  const look = LOOKS[feature?.model ?? ""] ?? ANYTHING;
  const line = { ...look, "stroke-width": 0.2 };
  if (token.outline.length > 0) return <polygon points={corners(token.outline, height)} {...line} />;
  const [length, width] = [token.length / GRAIN, token.width / GRAIN];
  const turn = `translate(${token.pose.x / GRAIN} ${height - token.pose.y / GRAIN}) rotate(${-token.pose.heading / GRAIN})`;
  return (
    <g transform={turn}>
      <rect x={-length / 2} y={-width / 2} width={length} height={width} {...line} />
      {feature?.model === "house" && (
        <path d={`M${-length / 2} 0H${length / 2}`} stroke={look.stroke} stroke-width={0.2} />
      )}
    </g>
  );
}

/** The table of a scenario. */
export function ScenarioMap({ scenario }: { scenario: ScenarioFace }) {
  const { face, tokens } = scenario;
  const [width, height] = [face.width / GRAIN, face.height / GRAIN];
  const size = `${width} by ${height} ${face.ruler === "inch" ? "inches" : face.ruler}`;
  return (
    <svg class="a-map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Map of ${scenario.title}, ${size}`}>
      <rect width={width} height={height} fill="#a9c37c" />
      {face.zones.map((zone) => (
        <Zone key={zone.id} zone={zone} height={height} />
      ))}
      {tokens.map((token) => (
        <Piece key={token.id} token={token} height={height} feature={face.features[token.kind]} />
      ))}
    </svg>
  );
}
