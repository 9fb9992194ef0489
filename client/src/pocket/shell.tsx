// What is said about the program itself, below the pages: how much of it is here, and what stands in its way.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { Bar, Button, go, named, plural } from "../kit";
import type { House } from "./house";
import "./shell.css";

/** A new version lies ready. */
export const newer = signal<(() => void) | null>(null);

const MEGA = 1_000_000;
const megabytes = (bytes: number): string => (bytes / MEGA).toFixed(1);

type ShellProps = { house: House; whole: number };

/** While the server comes: how many bytes of it are here. */
function Coming({ house, whole }: ShellProps) {
  const loaded = Math.min(house.loaded.value, whole);
  const words =
    loaded < whole ? `Fetching the referee: ${megabytes(loaded)} of ${megabytes(whole)} MB` : "The referee sits down";
  return (
    <div class="p-note" role="status" data-testid="pocket-coming">
      <span>{words}</span>
      <Bar share={whole ? loaded / whole : 0} label={words} />
    </div>
  );
}

type NoteProps = { words: string; press?: string; act?: () => void; testid: string };

function Note({ words, press, act, testid }: NoteProps) {
  return (
    <div class="p-note" role="alert" data-testid={testid}>
      <span class="k-grow">{words}</span>
      {press && act && <Button onClick={act}>{press}</Button>}
    </div>
  );
}

const ELSEWHERE = "Brickfield is open in another tab. Battles are played in one tab at a time.";
const TAKEN = "Brickfield goes on in another tab. Nothing is lost.";
const BROKEN =
  "This browser could not keep what was played last, perhaps for want of space. What was played before is safe.";
const UNKEPT =
  "This browser keeps nothing for this page (a private window?): battles last until this tab is closed. Settings saves them as a file.";
const EVICTED =
  "This browser has thrown away the battles that were kept here. Designs and settings are left; a file you saved brings battles back.";
/** That battles were kept here once is noted where it outlives them. */
const NOTED = named("pocket.kept");

/** Whether battles were kept here that are gone; from now on some are kept. */
export function isEvicted(isFresh: boolean): boolean {
  try {
    const had = localStorage.getItem(NOTED) !== null;
    localStorage.setItem(NOTED, "1");
    return had && isFresh;
  } catch {
    return false;
  }
}

const savedWords = (saved: number, lost: number): string =>
  `What was kept here was damaged. ${plural(saved, "battle")} went on from it, ${lost} could not be read. The damaged file is kept beside.`;

function Standing({ house, whole }: ShellProps) {
  const again = () => house.begin(true);
  switch (house.standing.value) {
    case "coming":
      return <Coming house={house} whole={whole} />;
    case "elsewhere":
      return <Note words={ELSEWHERE} press="Play here" act={again} testid="pocket-elsewhere" />;
    case "taken":
      return <Note words={TAKEN} press="Play here again" act={again} testid="pocket-taken" />;
    case "failed":
      return (
        <Note
          words={`The referee could not come: ${house.fault.value}`}
          press="Try again"
          act={() => house.begin()}
          testid="pocket-failed"
        />
      );
    case "broken":
      return <Note words={BROKEN} press="Start again" act={() => location.reload()} testid="pocket-broken" />;
    case "open":
      return <Kept house={house} />;
    default:
      return null;
  }
}

/** What is to be said of what is kept, once, when the server is there. */
function Kept({ house }: { house: House }) {
  const [evicted] = useState(() => house.keeps.value && isEvicted(house.isFresh.value));
  const [heard, setHeard] = useState(false);
  const saved = house.saved.value;
  if (!house.keeps.value)
    return <Note words={UNKEPT} press="Settings" act={() => go("/settings")} testid="pocket-unkept" />;
  if (heard) return null;
  if (saved)
    return <Note words={savedWords(...saved)} press="Go on" act={() => setHeard(true)} testid="pocket-saved" />;
  const bring = () => {
    setHeard(true);
    go("/settings");
  };
  return evicted ? <Note words={EVICTED} press="Bring a file" act={bring} testid="pocket-evicted" /> : null;
}

export function Shell(props: ShellProps) {
  const reload = newer.value;
  return (
    <div class="p-shell">
      <Standing {...props} />
      {reload && <Note words="There is a new version." press="Reload" act={reload} testid="pocket-newer" />}
    </div>
  );
}
