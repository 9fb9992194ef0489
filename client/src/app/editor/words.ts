// What the keys of documents are called on the page, and under which heading each stands.

const WORDS: Record<string, string> = {
  ...{ table_width: "Width", table_depth: "Depth", table_inches: "Side (0: as usual)", id: "Short name for files" },
  ...{ text: "Goal in words", special: "What is special", rc: "Points", edge: "Starts from", side: "Name of the side" },
  ...{ last_round: "Last round (0: no end)", round_limit: "Last round (0: no end)", from_round: "Counts from round" },
  ...{ points_to_win: "Points that win", starter: "Who begins (-1: thrown for)", holder: "Who wins at the end" },
  ...{ drawn: "Terrain from a number", own_edges: "Own edges", free_for_all: "Everybody against everybody" },
  ...{ opening: "Rules it is played with", options: "Rules it is played with", plays: "Chapters it is played with" },
  ...{ lasting: "Pieces without hit markers", works: "Works of its guns", works_facing: "Works look to" },
  ...{ height_bricks: "Height in bricks", extra_cost: "Extra movement cost", low_branches: "Low branches" },
  ...{ begins: "Begins on the table", minutes: "Minutes, from and to", budget: "Points to buy units for" },
  ...{ reserve_budget: "Points of the reserve", terrain_budget: "Points for terrain", shares: "What it consists of" },
  ...{ raze_all: "Raze pieces", slay_unit: "Destroy a unit", leave_by_edge: "Leave over an edge" },
  ...{ get_beyond: "Get units beyond a line", be_alone_in: "Be alone in an area", called: "What it is called" },
  ...{ attacker: "Whose task it is", target: "Number of the unit", rounds: "Rounds (0: as usual)", targets: "Units" },
  ...{ village: "Village from a number (0: as laid)", house_rules: "House rules" },
};

export const labelOf = (key: string): string => {
  const plain = key.replaceAll("_", " ");
  return WORDS[key] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};

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
