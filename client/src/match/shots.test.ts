import { describe, expect, it } from "vitest";
import type { Act } from "./acts";
import { shotMarks } from "./shots";
import { pose, table } from "./testing";

const motion = (one: Extract<Act, { kind: "motion" }>["motion"]): Act => ({ kind: "motion", motion: one });

describe("the shots of an update", () => {
  const before = table();
  const [shooter, target] = ["A1", "B1"].map((id) => before.units.find((unit) => unit.id === id)?.pose);
  const at = (pose: typeof shooter) => [(pose?.x ?? 0) / 1e6, (pose?.y ?? 0) / 1e6];

  it("go from the unit to what it fired at, in the colour of its side", () => {
    const acts = [motion({ kind: "shot", from: "A1", to: "B1", hit: true })];
    expect(shotMarks(acts, before)).toEqual([{ kind: "fired", from: at(shooter), to: at(target), side: 0, hit: true }]);
  });

  it("begin where the unit had come to by then", () => {
    const path = [
      { x: 1, y: 1, heading: 0 },
      { x: 5, y: 2, heading: 0 },
    ];
    const acts = [
      motion({ kind: "shot", from: "B1", to: "A1", hit: false }),
      motion({ kind: "move", unit: "A1", path }),
      motion({ kind: "shot", from: "A1", to: "B1", hit: false }),
    ];
    const marks = shotMarks(acts, before);
    expect(marks.map((mark) => mark.kind === "fired" && mark.from)).toEqual([at(target), [5, 2]]);
    expect(marks[0]).toMatchObject({ to: at(shooter) });
  });

  it("may be fired at terrain, and at nothing that is not there", () => {
    const size = { length: 2e6, width: 1e6, outline: [], marks: {} };
    const wall = { id: "T1", seat: -1, kind: "Wall", pose: pose(3, 4, 0), group: "", ...size };
    const fire = (to: string) =>
      shotMarks([motion({ kind: "shot", from: "A1", to, hit: true })], { ...before, tokens: [wall] });
    expect(fire(wall.id)).toMatchObject([{ to: [3, 4] }]);
    expect(fire("Z9")).toEqual([]);
  });
});
