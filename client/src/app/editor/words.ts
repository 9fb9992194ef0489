// What the keys of documents are called on the page, and under which heading each stands.
import type { ScenarioDesk } from "../../protocol";

const WORDS: Record<string, string> = {
  ...{ table_width: "Width", table_depth: "Depth", id: "Short name for files", house_rules: "House rules" },
};

/** A key or a kind of entry in plain words; games have better ones for some of theirs. */
export function labelOf(key: string, desk?: ScenarioDesk): string {
  const plain = key.replaceAll("_", " ");
  return desk?.data.words?.[key] ?? WORDS[key] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What is never shown: it is settled when a document is begun, or laid on the table by hand. */
const SETTLED = new Set(["game", "version", "clause", "order", "origin", "before"]);
const LAID = new Set(["terrain", "chart", "minefield", "laying", "roads", "x", "y", "corners", "points"]);

export const isHidden = (key: string, within: "scenario" | "entry"): boolean =>
  SETTLED.has(key) || (within === "scenario" && LAID.has(key) && key !== "points");

export const TABS = ["piece", "table", "armies", "goal", "rules"] as const;
export type Tab = (typeof TABS)[number];
export const TAB_WORDS: Record<Tab, string> = {
  ...{ piece: "Pieces", table: "Table", armies: "Armies", goal: "Goal", rules: "Rules" },
};

const HOMES: Record<string, Tab> = {
  ...{ force: "armies", fleet: "armies", free_for_all: "armies", own_edges: "armies" },
  ...{ goal: "goal", text: "goal", objective: "goal", goals: "goal", holder: "goal", round_limit: "goal" },
  ...{ last_round: "goal", minutes: "goal", starter: "goal", special: "goal" },
  ...{ opening: "rules", options: "rules", plays: "rules", lasting: "rules", house_rules: "rules" },
  ...{ terrain: "piece", chart: "piece", minefield: "piece", laying: "piece", roads: "piece" },
};

/** Under which heading a key of a scenario stands. */
export const homeTab = (key: string): Tab => HOMES[key] ?? "table";
