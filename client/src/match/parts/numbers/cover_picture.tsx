// The shooter's eye: what is seen of a target, the samples of the rule as dots, and where the next cover begins.
import { useEffect, useRef } from "preact/hooks";
import type { EyeView } from "../../../board";
import { ClauseLink } from "../../../kit";
import type { CoverPicture as Cover } from "../../../protocol";
import type { Room } from "../../room";

/** How near a threshold the bar says so, in percent. */
const CLOSE = 2;
const SIZE = { width: 320, height: 200 };

export function CoverPicture({
  room,
  cover,
  shooter,
  target,
}: {
  room: Room;
  cover: Cover;
  shooter: string;
  target: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  const board = room.board.value;
  const { eye, centre, width, heights, hidden, cells } = cover;
  const samples = { eye, centre, width, heights, hidden, ...(cells ? { cells } : {}) };
  const key = JSON.stringify({ ...samples, shooter, target } satisfies EyeView);
  useEffect(() => {
    if (board) host.current?.replaceChildren(board.eye(JSON.parse(key) as EyeView, SIZE));
  }, [board, key]);
  const count = hidden.reduce((sum, rows) => sum + rows, 0);
  return (
    <figure class="m-barrel m-eye" data-testid="cover">
      <div
        ref={host}
        class="m-barrel-view"
        role="img"
        aria-label={`${count} of ${hidden.length * heights.length} points of the target are hidden from the shooter's eye`}
      />
      <figcaption>Shooter's eye</figcaption>
    </figure>
  );
}

/** The hidden share as a bar with the covers it leads to. */
export function CoverBar({ cover }: { cover: Cover }) {
  const near = cover.thresholds.find(([at]) => at > CLOSE && Math.abs(at - cover.percent) <= CLOSE);
  return (
    <div class="m-hidden">
      <div class="m-hidden-bar" role="img" aria-label={`${cover.percent} percent hidden`}>
        <i style={{ width: `${cover.percent}%` }} />
        {cover.thresholds.map(([at]) => at > CLOSE && at < 100 && <u key={at} style={{ left: `${at}%` }} />)}
      </div>
      <div class="k-row k-tiny k-wrap">
        <b data-testid="hidden">
          {near ? "close: " : ""}
          {cover.percent} % hidden, {cover.cover === "none" ? "no" : cover.cover} cover
        </b>
        <span class="k-grow" />
        {cover.thresholds.map(([at, words, clause]) => (
          <span key={clause}>
            {at} %: {words.replace("-", "−")} <ClauseLink clause={clause} words={clause.split(".").at(-1) ?? clause} />
          </span>
        ))}
      </div>
    </div>
  );
}
