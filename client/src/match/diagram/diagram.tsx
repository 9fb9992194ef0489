// A diagram of a rule: the real board in plan with a small position, and under it the numbers the game worked out.
import { effect } from "@preact/signals";
import { Play } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { createBoard } from "../../board";
import { api, Button, ClauseLink, ErrorBox, go, isDark, isReduced, Skeleton, seats, toast } from "../../kit";
import type { AimFace, DiagramFace, PathFace, Refusal, StopFace } from "../../protocol";
import { Sums } from "../parts/numbers/tally";
import { RefusalLine } from "../parts/refusal_line";
import "../brought";
import { NUMBERED, sceneOf } from "../scene";
import { titleOf } from "../words";
import { diagramMarks } from "./marks";
import "../styles";

/** Boards are few: one is drawn only while it can be seen. */
function useNear(host: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (!host.current || typeof IntersectionObserver === "undefined") return;
    const watch = new IntersectionObserver(([one]) => setNear(one?.isIntersecting ?? false), { rootMargin: "100px" });
    watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
  return near;
}

function DiagramBoard({ shown }: { shown: DiagramFace }) {
  const host = useRef<HTMLDivElement>(null);
  const near = useNear(host);
  useEffect(() => {
    if (!host.current || !near) return;
    const low = new URLSearchParams(location.search).get("quality") === "low";
    const board = createBoard(host.current, { quality: low ? "low" : "high", reducedMotion: isReduced.peek() });
    const followHour = effect(() => board.night(isDark.value));
    // where units start is no part of what is shown
    board.set(sceneOf(shown.view, { ...shown.face, zones: [] }, NUMBERED));
    board.mark(diagramMarks(shown));
    board.camera("plan");
    board.fit();
    return () => {
      followHour();
      board.dispose();
    };
  }, [shown, near]);
  const { width, height } = shown.face;
  return (
    <div
      class="m-diagram-board"
      ref={host}
      role="img"
      aria-label={shown.caption}
      style={{ aspectRatio: `${width} / ${height}` }}
      data-testid="diagram-board"
    />
  );
}

/** What the game says of an attack of the diagram: its sums, or why there is none. */
function AimSaid({ shown, aim }: { shown: DiagramFace; aim: AimFace }) {
  const name = (id: string): string => `${titleOf(shown.face, id)} ${id}`;
  return (
    <div class="m-diagram-said" data-testid="diagram-aim">
      <b class="k-small">{`${name(aim.unit)} at ${name(aim.target)}${aim.need ? `: ${aim.need}` : ""}`}</b>
      {aim.refusal ? <RefusalLine refusal={aim.refusal} testid="diagram-refusal" /> : <Sums sums={aim.sums} />}
    </div>
  );
}

function PathSaid({ shown, path }: { shown: DiagramFace; path: PathFace }) {
  if (path.refusal) return <RefusalLine refusal={path.refusal} testid="diagram-refusal" />;
  const round = (value: number): string => String(Math.round(value * 100) / 100);
  return (
    <div class="m-diagram-said" data-testid="diagram-path">
      <b class="k-small">
        {`${titleOf(shown.face, path.unit)} ${path.unit}: ${round(path.cost)} spent, ${round(path.left)} left`}
        {path.impact && `; ${path.impact.manner}, ${path.impact.dice} dice`}
      </b>{" "}
      {path.impact && <Sums sums={path.impact.sums} />}
      <span class="k-small">
        {[...new Set(path.legs.map((leg) => leg.clause))].map((clause) => (
          <>
            <ClauseLink key={clause} clause={clause} />{" "}
          </>
        ))}
      </span>
    </div>
  );
}

/** A move that somebody may answer: what is laid open then. */
function StopSaid({ stop }: { stop: StopFace }) {
  return (
    <>
      {stop.exhibits.map((exhibit) => (
        <div key={exhibit.title} class="m-diagram-said" data-testid="diagram-stop">
          <b class="k-small">{`${exhibit.title}: ${exhibit.aim.need} ${exhibit.aim.roll}`}</b>
          {exhibit.notes.map((note) => (
            <p key={note.text} class="k-small">
              {note.text} <ClauseLink clause={note.clause} />
            </p>
          ))}
        </div>
      ))}
    </>
  );
}

/** Opens the position as a table of one's own, both sides at this device. */
async function playIt(clause: string, game: string): Promise<void> {
  const both = [{ kind: "me" }, { kind: "here" }];
  const reply = await api.newMatch({ game, scenario: "diagram", diagram: clause, seats: both, ready: true });
  if (!reply.ok) {
    toast(reply.refusal.sentence, reply.refusal.clause);
    return;
  }
  seats.set(
    reply.value.match,
    reply.value.seats.map(({ seat, secret }) => ({ seat, secret })),
  );
  go(`/table/${reply.value.match}`);
}

type Fetched = { state: "coming" } | { state: "failed"; refusal: Refusal } | { state: "here"; shown: DiagramFace };

export function Diagram({ clause, game }: { clause: string; game: string }) {
  const [fetched, setFetched] = useState<Fetched>({ state: "coming" });
  useEffect(() => {
    let current = true;
    void api.diagram(clause).then((reply) => {
      if (!current) return;
      setFetched(reply.ok ? { state: "here", shown: reply.value } : { state: "failed", refusal: reply.refusal });
    });
    return () => {
      current = false;
    };
  }, [clause]);
  if (fetched.state === "failed") return <ErrorBox sentence={fetched.refusal.sentence} />;
  if (fetched.state === "coming") return <Skeleton rows={3} awaiting="Drawing the diagram." />;
  const { shown } = fetched;
  return (
    <figure class="m-diagram" data-testid="diagram">
      <DiagramBoard shown={shown} />
      <figcaption>{shown.caption}</figcaption>
      {shown.aims.map((aim) => (
        <AimSaid key={`${aim.unit} ${aim.target}`} shown={shown} aim={aim} />
      ))}
      {shown.paths.map((path) => (
        <PathSaid key={path.unit} shown={shown} path={path} />
      ))}
      {shown.stops.map((stop) => (
        <StopSaid key={stop.unit} stop={stop} />
      ))}
      <Button kind="quiet" icon={Play} onClick={() => void playIt(clause, game)} data-testid="see-it">
        See it on a table
      </Button>
    </figure>
  );
}
