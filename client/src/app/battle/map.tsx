// A scenario drawn from above: ground, zones, terrain. Grain on the wire, the game's ruler in the drawing, y up on the table.

import { SIDE_COLOURS } from "../../kit";
import type { FeatureFace, TableFace, Token, ZoneFace } from "../../protocol";

const GRAIN = 1e6;

const GROUNDS: Record<string, string> = { sea: "#3f86a8", yard: "#b9c0c3" };
const FIELDS = "#a9c37c";

const LOOKS: Record<string, { fill: string; stroke: string }> = {
  house: { fill: "#b5372c", stroke: "#5f1712" },
  building: { fill: "#7c868c", stroke: "#2f383d" },
  tower: { fill: "#5d666c", stroke: "#20282d" },
  hedgerow: { fill: "#3d7a2c", stroke: "#1f4515" },
  low_wall: { fill: "#9aa2a6", stroke: "#4b5357" },
  wall: { fill: "#9aa2a6", stroke: "#4b5357" },
  light_trees: { fill: "#57963f", stroke: "#2b5a1d" },
  tree: { fill: "#57963f", stroke: "#2b5a1d" },
  rock: { fill: "#8b9195", stroke: "#3c4347" },
  rough: { fill: "#b9a878", stroke: "#7d6f48" },
  water: { fill: "#5d9dbd", stroke: "#2c6480" },
  forest: { fill: "#2f5a3c", stroke: "#17301f" },
  hill: { fill: "#adae62", stroke: "#6f8344" },
  mountain: { fill: "#7f8788", stroke: "#3c4347" },
  large_water: { fill: "#2f6f9a", stroke: "#1d4a69" },
  shallow_water: { fill: "#9cc9d6", stroke: "#5d9dbd" },
  mud: { fill: "#7b5f43", stroke: "#4e3a26" },
  sand_dunes: { fill: "#e3d3a3", stroke: "#b39a5e" },
  bridges: { fill: "#a06d40", stroke: "#4b5357" },
  artillery_bunker: { fill: "#a9b0b1", stroke: "#22272b" },
  spotting_bunker: { fill: "#a9b0b1", stroke: "#3f6630" },
  emplacement: { fill: "#d9c79c", stroke: "#8c7439" },
  wire_obstacle: { fill: "#d5d2c6", stroke: "#22272b" },
  tank_trap: { fill: "#7b5240", stroke: "#33211a" },
  base: { fill: "#56616b", stroke: "#2a3238" },
  fountain: { fill: "#7fb3c8", stroke: "#7c868c" },
  island: { fill: "#e2cf94", stroke: "#7d6a35" },
  reef: { fill: "#9db58f", stroke: "#4e6a45" },
  seaweed: { fill: "#4b8a5c", stroke: "#2c5c3a" },
  current: { fill: "#6fb3d1", stroke: "#d5ecf6" },
  port: { fill: "#ffffff", stroke: "#16222b" },
  treasure: { fill: "#c99a2e", stroke: "#5e4510" },
};
const ANYTHING = { fill: "#8f8a7c", stroke: "#4a463d" };

/** The colours of a model from above. */
export const lookOf = (model: string) => LOOKS[model] ?? ANYTHING;

/** What has a place but no size is drawn as a dot of this share of the table. */
const DOT = 0.02;

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
  const points = corners(zone.outline, height);
  return (
    <g>
      <polygon
        points={points}
        fill={zone.seat < 0 ? "none" : "#fff"}
        fill-opacity={0.55}
        stroke="#fff"
        stroke-width={0.7}
      />
      <polygon
        points={points}
        fill={zone.seat < 0 ? "none" : colour}
        fill-opacity={0.34}
        stroke={colour}
        stroke-width={0.35}
        stroke-dasharray={dash}
      />
    </g>
  );
}

type PieceProps = { token: Token; height: number; feature: FeatureFace | undefined; dot: number };

function Piece({ token, height, feature, dot }: PieceProps) {
  const look = lookOf(feature?.model ?? "");
  const line = { ...look, "stroke-width": 0.2 };
  if (token.outline.length > 0) return <polygon points={corners(token.outline, height)} {...line} />;
  const [x, y] = [token.pose.x / GRAIN, height - token.pose.y / GRAIN];
  if (token.length === 0) {
    return <circle cx={x} cy={y} r={dot} {...line} fill={SIDE_COLOURS[token.seat] ?? look.fill} />;
  }
  const [length, width] = [Math.max(token.length / GRAIN, dot), Math.max(token.width / GRAIN, dot)];
  return (
    <g transform={`translate(${x} ${y}) rotate(${-token.pose.heading / GRAIN})`}>
      <rect x={-length / 2} y={-width / 2} width={length} height={width} {...line} />
      {feature?.model === "house" && (
        <path d={`M${-length / 2} 0H${length / 2}`} stroke={look.stroke} stroke-width={0.2} />
      )}
    </g>
  );
}

/** "in" for inches, "bricks" for bricks: how a ruler is written behind a size. */
export function rulerWord(ruler: string): string {
  return ruler === "inch" ? "in" : `${ruler}s`;
}

/** A table as it would be laid out. */
export function TableMap({ title, face, tokens }: { title: string; face: TableFace; tokens: readonly Token[] }) {
  const [width, height] = [face.width / GRAIN, face.height / GRAIN];
  const size = `${width} by ${height} ${face.ruler === "inch" ? "inches" : rulerWord(face.ruler)}`;
  return (
    <svg class="a-map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Map of ${title}, ${size}`}>
      <rect width={width} height={height} fill={GROUNDS[face.ground] ?? FIELDS} />
      {face.zones.map((zone) => (
        <Zone key={zone.id} zone={zone} height={height} />
      ))}
      {tokens.map((token) => (
        <Piece
          key={token.id}
          token={token}
          height={height}
          feature={face.features[token.kind]}
          dot={Math.max(width, height) * DOT}
        />
      ))}
    </svg>
  );
}
