// "Your tables": the matches whose seats this browser keeps, and whose turn it is.
import { useEffect, useState } from "preact/hooks";
import { ago, api, ErrorBox, Link, Panel, SideMark, Skeleton, seats } from "../kit";
import type { Refusal, TableLine } from "../protocol";
import { useWanted } from "./late";

export type Tables =
  | { state: "loading" }
  | { state: "failed"; refusal: Refusal }
  | { state: "ready"; lines: TableLine[] };

const RANK: Record<string, number> = { yours: 0, open: 1, theirs: 2, over: 3, learnt: 4 };

/** Whether nothing more happens there. */
const isDone = (line: TableLine): boolean => line.turn === "over" || line.turn === "learnt";

/** My turn first, then what waits, then what is over; newest first within each. */
export function sortTables(lines: readonly TableLine[]): TableLine[] {
  const rank = (line: TableLine): number => (line.rematch ? 0 : (RANK[line.turn] ?? 2));
  return [...lines].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/** Ask how my tables stand, again whenever the window comes back. */
export function useTables(): [Tables, () => void] {
  const [tables, setTables] = useState<Tables>({ state: "loading" });
  const kept = seats.list.value;
  const wanted = useWanted(kept);
  const ask = () => {
    const isWanted = wanted();
    const secrets = seats.secrets();
    if (secrets.length === 0) {
      setTables({ state: "ready", lines: [] });
      return;
    }
    api.tables(secrets).then((reply) => {
      if (!isWanted()) return;
      if (reply.ok) setTables({ state: "ready", lines: sortTables(reply.value) });
      else setTables((before) => (before.state === "ready" ? before : { state: "failed", refusal: reply.refusal }));
    });
  };
  useEffect(() => {
    ask();
    addEventListener("focus", ask);
    return () => removeEventListener("focus", ask);
  }, [kept]);
  return [tables, ask];
}

/** Small words under the title of a table. */
export function tableDetail(line: TableLine): string {
  if (line.turn === "learnt") return "Lesson learnt";
  if (line.turn === "over") {
    const asks = line.rematch ? `${line.rematch} asks for a rematch` : "";
    const against = line.others.length > 0 ? `against ${line.others.join(", ")}` : "";
    return [asks, line.result || "Over", against].filter(Boolean).join(" · ");
  }
  if (line.turn === "open") return "A seat is still empty";
  const against = line.others.length > 0 ? `against ${line.others.join(", ")}` : "";
  const where = line.round > 0 ? `Round ${line.round}${line.step ? `, ${line.step.toLowerCase()}` : ""}` : line.step;
  return [where, against].filter(Boolean).join(" · ");
}

const TURN: Record<string, string> = {
  yours: "Your turn",
  theirs: "waiting",
  open: "link not used yet",
  over: "replay",
  learnt: "done",
};

/** Whether this table waits for an answer of mine. */
export const asksMe = (line: TableLine): boolean => line.turn === "yours" || line.rematch !== "";

/** Where a row leads. */
export function tablePlace(line: TableLine): string {
  return line.turn === "over" && !line.rematch ? `/replay/${line.match}` : `/table/${line.match}`;
}

export function turnWords(line: TableLine): string {
  if (line.rematch) return "Your answer";
  if (line.turn === "theirs" && line.asked.length === 1) return `${line.asked[0]}'s turn`;
  return TURN[line.turn] ?? "waiting";
}

/** The titles of the games by id, as far as the server has answered. */
function useTitles(): Map<string, string> {
  const [titles, setTitles] = useState<Map<string, string>>(new Map());
  useEffect(() => {
    api.games().then((reply) => {
      if (reply.ok) setTitles(new Map(reply.value.map((game) => [game.id, game.title])));
    });
  }, []);
  return titles;
}

function Row({ line, game }: { line: TableLine; game: string | undefined }) {
  return (
    <li>
      <Link to={tablePlace(line)} class={`a-table ${asksMe(line) ? "asked" : ""}`}>
        <SideMark side={line.seat} />
        <span class="k-grow">
          <span class="a-table-title">{line.title}</span>
          <span class="a-table-detail">{[game, tableDetail(line)].filter(Boolean).join(" · ")}</span>
        </span>
        <span class="a-table-turn" title={ago(line.at)}>
          {turnWords(line)}
        </span>
      </Link>
    </li>
  );
}

export function YourTables() {
  const [tables, ask] = useTables();
  const titles = useTitles();
  const open = tables.state === "ready" ? tables.lines.filter((line) => !isDone(line)).length : 0;
  return (
    <Panel title="Your tables" aside={open > 0 ? `${open} open` : ""} bare class="a-tables" data-testid="your-tables">
      {tables.state === "loading" && (
        <div class="a-pad">
          <Skeleton rows={3} awaiting="Asking how your tables stand." />
        </div>
      )}
      {tables.state === "failed" && (
        <div class="a-pad">
          <ErrorBox sentence={tables.refusal.sentence} kept="Your seats are kept in this browser." retry={ask} />
        </div>
      )}
      {tables.state === "ready" && tables.lines.length === 0 && (
        <p class="a-pad a-empty">Finish a game and its replay lands here.</p>
      )}
      {tables.state === "ready" && tables.lines.length > 0 && (
        <ul class="a-table-list">
          {tables.lines.map((line) => (
            <Row key={`${line.match}/${line.seat}`} line={line} game={titles.get(line.game)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
