// All that stands at the desk: the document and what it was, what is in hand, and what the server says of it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, heard, here, isPocket, type Reply, toast } from "../../kit";
import type { CheckedScenario, GameCard, ScenarioDesk, ScenarioFace, ScenarioFault } from "../../protocol";
import { withCosts } from "./costs";
import {
  isPlain,
  isWithin,
  type Path,
  type Plain,
  placesOf,
  readPath,
  samePath,
  valueAt,
  withValue,
  writePath,
} from "./document";
import { useHistory } from "./history";
import { draftOf, keepDraft, linesOf, readCode } from "./keeping";
import { sizeOf, type Thing, thingsOf } from "./things";
import { homeTab, type Tab } from "./words";

const ASK_AFTER = 300;
const KEEP_AFTER = 250;

export type Opened = { document: Plain | undefined; faults: readonly ScenarioFault[] };

export function useDesk(game: GameCard): { desk: Reply<ScenarioDesk> | undefined; ask: () => void } {
  const [desk, setDesk] = useState<Reply<ScenarioDesk>>();
  const ask = () => {
    setDesk(undefined);
    api.scenarioDesk(game.id).then(setDesk);
  };
  useEffect(ask, [game.id]);
  return { desk, ask };
}

/** What the server says of a document, a moment after it was changed. */
function useChecked(game: string, document: Plain | undefined) {
  const [checked, setChecked] = useState<{ of: Plain; reply: Reply<CheckedScenario> }>();
  // where zones were is still shown while something is wrong
  const [face, setFace] = useState<ScenarioFace>();
  useEffect(() => {
    if (!document) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const reply = await api.checkScenario({ game, document });
      if (!isWanted) return;
      setChecked({ of: document, reply });
      if (reply.ok && reply.value.face) setFace(reply.value.face);
    }, ASK_AFTER);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [game, document]);
  const isFresh = checked !== undefined && checked.of === document;
  const faults = checked?.reply.ok ? checked.reply.value.file.faults : [];
  const refusal = checked && !checked.reply.ok ? checked.reply.refusal : undefined;
  return { isFresh, faults, face, refusal };
}

/** Keeps the document in this browser; the last change is kept even when the page is left at once. */
function useKept(game: string, document: Plain | undefined): boolean {
  const [isKept, setKept] = useState(true);
  const latest = useRef(document);
  latest.current = document;
  useEffect(() => {
    const timer = setTimeout(() => setKept(keepDraft(game, document)), KEEP_AFTER);
    return () => clearTimeout(timer);
  }, [game, document]);
  useEffect(() => {
    const keep = () => void keepDraft(game, latest.current);
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, [game]);
  return isKept;
}

/** By thing the first fault about it. */
function faultsByThing(things: readonly Thing[], faults: readonly ScenarioFault[]): Map<string, ScenarioFault> {
  const found = new Map<string, ScenarioFault>();
  for (const fault of faults) {
    const path = readPath(fault.place);
    const thing = path.length > 1 ? things.find((each) => isWithin(path, each.path)) : undefined;
    const key = thing && writePath(thing.path);
    if (key && !found.has(key)) found.set(key, fault);
  }
  return found;
}

export function useEditor(game: GameCard, desk: ScenarioDesk) {
  const history = useHistory<Plain | undefined>(draftOf(game.id));
  const document = history.now;
  /** A change by hand: what forces cost follows it. */
  const change = (next: Plain, as = "") => history.change(document ? withCosts(game, desk, document, next) : next, as);
  const [path, setPath] = useState<Path>();
  const [tab, setTab] = useState<Tab>("piece");
  const checked = useChecked(game.id, document);
  const isKept = useKept(game.id, document);
  const things = useMemo(() => (document ? thingsOf(desk, document) : []), [desk, document]);
  const chosen = path && things.find((thing) => samePath(thing.path, path));
  const faulty = useMemo(() => faultsByThing(things, checked.faults), [things, checked.faults]);
  const choose = (next: Path | undefined) => {
    setPath(next);
    if (next) setTab("piece");
  };
  const open = (next: Plain) => {
    setPath(undefined);
    history.change(next);
  };
  const set = (at: Path, value: unknown, as = "") => {
    if (!document) return;
    const next = withChange(document, at, value);
    change(at.length === 1 && desk.data.size.includes(String(at[0])) ? withEdges(desk, document, next) : next, as);
  };
  /** Goes to what a fault is about. */
  const go = ({ place }: ScenarioFault) => {
    const at = readPath(place);
    const thing = things.find((each) => isWithin(at, each.path));
    if (thing) choose(thing.path);
    else if (typeof at[0] === "string") setTab(homeTab(at[0]));
  };
  return {
    game,
    desk,
    document,
    history,
    change,
    things,
    chosen,
    choose,
    tab,
    setTab,
    set,
    open,
    go,
    faulty,
    isKept,
    ...checked,
  };
}

export type Editor = ReturnType<typeof useEditor>;

const withChange = (document: Plain, at: Path, value: unknown): Plain =>
  Object.is(valueAt(document, at), value) ? document : withValue(document, at, value);

/** Edges go by their place ("y=36"): on a table of another size they are elsewhere. */
function withEdges(desk: ScenarioDesk, before: Plain, after: Plain): Plain {
  const [[width, depth], [wide, deep]] = [sizeOf(desk, before), sizeOf(desk, after)];
  const moved: Record<string, string> = { [`x=${width}`]: `x=${wide}`, [`y=${depth}`]: `y=${deep}` };
  const places = [...placesOf(after, `${desk.data.forces}[].edge`), ...placesOf(after, "goals[].edge")];
  return places.reduce(
    (document, path) => withValue(document, path, moved[String(valueAt(document, path))] ?? valueAt(document, path)),
    after,
  );
}

/** A file that somebody dropped or chose, read by the server; its faults where it is none of a scenario. */
export async function openFile(game: string, file: File): Promise<Opened> {
  const lines = await linesOf(file);
  const no = (sentence: string, clause = "") => ({
    document: undefined,
    faults: [{ place: "", line: 0, sentence, clause }],
  });
  if (typeof lines === "string") return no(lines);
  const reply = await api.checkScenario({ game, lines });
  if (!reply.ok) return no(reply.refusal.sentence, reply.refusal.clause);
  const { document, faults } = reply.value.file;
  // what is of the game can be put right here; what is not even that is only told about
  return { document: isPlain(document) && document.game === game ? document : undefined, faults };
}

/** What the address of the page brings, once. */
export function useBrought(open: (document: Plain) => void): void {
  useEffect(() => {
    const read = () => {
      const code = here().hash.slice(1);
      if (!code) return;
      readCode(code).then((document) => {
        if (document) open(document);
        else toast("This link brings no table: it was perhaps not copied to its end. Nothing was changed.");
        heard();
      });
    };
    read();
    if (isPocket) return;
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
}
