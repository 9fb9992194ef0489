// The panel while something is shown: what happens, its dice, what they were for, and how to go on.
import { FastForward, SkipForward } from "lucide-preact";
import { Button, Segmented, SideMark, settings } from "../../kit";
import { keyFor } from "../keys";
import { shortened } from "../playback/shots";
import type { Scene } from "../playback/theatre";
import type { Room } from "../room";
import { ActDice, headOf, numbersOf, resultOf } from "./act_row";
import { AskPanel } from "./ask_panel";

/** How fast things are shown; it holds for all that comes. */
export function Pace() {
  return (
    <Segmented
      label="Pace"
      small
      value={settings.pace.value}
      choices={[
        { value: "slow", label: "Slow" },
        { value: "normal", label: "Normal" },
        { value: "fast", label: "Fast" },
      ]}
      onChange={(value) => (settings.pace.value = value as "slow" | "normal" | "fast")}
      testid="pace"
    />
  );
}

export function PlayingPanel({ room, scene }: { room: Room; scene: Scene }) {
  const { play, rolling } = scene;
  const { act } = play;
  const face = room.face.value;
  const isAttack = act.kind === "shot" || act.kind === "blow";
  const head = headOf(act) || act.words;
  const result = shortened(isAttack ? resultOf(act) : act.text || act.words, isAttack);
  return (
    <AskPanel
      room={room}
      brief
      lead={<SideMark side={act.seat} size={22} quiet />}
      title={head}
      foot={
        <div class="k-row k-wrap m-playing-foot">
          <Button
            kind="plain"
            icon={SkipForward}
            keys={keyFor("skip")}
            onClick={() => room.theatre.skip()}
            data-testid="skip"
          >
            Skip
          </Button>
          <Button kind="quiet" icon={FastForward} onClick={() => room.theatre.skip(true)} data-testid="skip-all">
            To the end
          </Button>
          <Pace />
        </div>
      }
    >
      {/* The panel itself is a big target: a tap anywhere on it skips. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space skips from anywhere on the page */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to what the button does */}
      <div class="m-playing" data-testid="dice" onClick={() => room.theatre.skip()}>
        {face && <ActDice face={face} act={act} rolling={rolling} />}
        {numbersOf(act) && <p class="k-small">{rolling ? act.need : numbersOf(act)}</p>}
        <p class={`m-verdict ${act.hit === undefined ? "" : act.hit ? "hit" : "miss"}`} aria-live="polite">
          {rolling ? "…" : head.includes(result) ? "" : result}
        </p>
      </div>
    </AskPanel>
  );
}
