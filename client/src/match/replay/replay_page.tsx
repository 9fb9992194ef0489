// The page of a replay: fetched from the server, then shown.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api, Brand, ErrorBox, FileLink, Link, percent, Skeleton, seats, useTitle } from "../../kit";
import type { Refusal, Replay } from "../../protocol";
import { SendReplay } from "../parts/people/share";
import { PlayOn } from "./play_on";
import { ReplayTable } from "./replay_table";

type Loaded = { replay: Replay | null; refusal: Refusal | null };

/** A long battle comes in pages. */
const fetching = (share: number): string =>
  share > 0 ? `Fetching the replay: ${percent(share, 0)} are here.` : "Fetching the replay.";

export function ReplayPage({ match }: { match: string }) {
  const loaded = useSignal<Loaded>({ replay: null, refusal: null });
  const newest = useRef(match);
  newest.current = match;
  const share = useSignal(0);
  const load = async (): Promise<void> => {
    const reply = await api.replay(match, seats.of(match)[0]?.secret ?? "", (heard) => {
      if (newest.current === match) share.value = heard;
    });
    // another replay was opened while this one was fetched
    if (newest.current !== match) return;
    loaded.value = reply.ok ? { replay: reply.value, refusal: null } : { replay: null, refusal: reply.refusal };
  };
  useTitle("Replay");
  useEffect(() => {
    void load();
  }, [match]);
  const { replay, refusal } = loaded.value;
  if (refusal)
    return (
      <main class="r-message">
        <Brand />
        <ErrorBox sentence={refusal.sentence} retry={() => void load()} report={`replay ${match}: ${refusal.code}`} />
      </main>
    );
  if (!replay || replay.steps.length === 0)
    return (
      <main class="r-message">
        <Brand />
        {replay ? <p>Nothing was played at this table yet.</p> : <Skeleton rows={4} awaiting={fetching(share.value)} />}
      </main>
    );
  return (
    <ReplayTable
      key={match}
      replay={replay}
      send={replay.finished && <SendReplay match={replay.match} title={replay.face.title} big={false} />}
      deeds={(step) => replay.finished && <PlayOn replay={replay} step={step} />}
    >
      <Files replay={replay} />
    </ReplayTable>
  );
}

/** A battle that is over can be taken home. */
function Files({ replay }: { replay: Replay }) {
  if (!replay.finished) return <Link to={`/table/${replay.match}`}>The battle is still on: back to the table</Link>;
  return (
    <>
      <FileLink path={api.replayText(replay.match)}>Replay as text</FileLink>
      <FileLink path={api.replayPage(replay.match)}>Save as one HTML file</FileLink>
    </>
  );
}
