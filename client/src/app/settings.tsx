// Settings: one page, every change applies at once and stays in this browser.
import { Trash2 } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import {
  Button,
  carrier,
  Dialog,
  isPocket,
  Panel,
  plural,
  Segmented,
  SHELF,
  SOUNDS,
  type SoundName,
  seats,
  settings,
  Toggle,
  toast,
  useTitle,
} from "../kit";
import { designs } from "./designs";
import { LuggagePanel } from "./luggage/panel";

/** Settings with a few choices, in words; the page and text mode share them. */
export const CHOICES = {
  dice: {
    title: "Dice",
    note: "How long dice roll before the result stands.",
    choices: [
      ["full", "Full"],
      ["short", "Short"],
      ["off", "Off"],
    ],
  },
  pace: {
    title: "Pace",
    note: "How fast shots, moves and losses are shown. Space skips them.",
    choices: [
      ["slow", "Slow"],
      ["normal", "Normal"],
      ["fast", "Fast"],
    ],
  },
  theme: {
    title: "Light or dark",
    note: "The bricks stay as they are; the pages and the desk round the table change.",
    choices: [
      ["system", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  },
  motion: {
    title: "Motion",
    note: "Camera flights and tumbling dice.",
    choices: [
      ["system", "As the system"],
      ["full", "Full"],
      ["reduced", "Reduced"],
    ],
  },
  snapInches: {
    title: "Snap of moves",
    note: "Hold Shift at the table to move freely.",
    choices: [
      [0.25, "1/4 in"],
      [0.5, "1/2 in"],
      [1, "1 in"],
      [0, "Free"],
    ],
  },
  snapDegrees: {
    title: "Snap of turns",
    note: "",
    choices: [
      [15, "15°"],
      [45, "45°"],
      [0, "Free"],
    ],
  },
  textSize: {
    title: "Text size",
    note: "",
    choices: [
      [90, "90 %"],
      [100, "100 %"],
      [115, "115 %"],
      [130, "130 %"],
      [150, "150 %"],
    ],
  },
  contrast: {
    title: "Contrast",
    note: "",
    choices: [
      ["normal", "Normal"],
      ["high", "High"],
    ],
  },
  confirm: {
    title: "Ask again before an answer is sent",
    note: "",
    choices: [
      ["all", "Always"],
      ["attacks", "Only attacks"],
      ["never", "Never"],
    ],
  },
} as const;
export type ChoiceKey = keyof typeof CHOICES;

/** Settings that are on or off. */
export const SWITCHES = {
  leftHanded: "Panels for left-handed players",
  unitLetters: "Letters on units",
  glance: "The camera goes where something happens",
  notify: "Tell me when it is my turn and I am on another page",
  phrases: "Show what other players say",
  advice: "Advice in first battles",
  passHollow: "Pass questions in which nothing can be done, where only bots play along",
} as const;

export const SOUND_WORDS: Record<SoundName, string> = {
  pick_up: "Pick up a brick",
  set_down: "Set down a brick",
  leg: "A leg is added",
  ratchet: "Turning",
  refuse: "Refusal",
  declare: "Target declared",
  dice_shake: "Dice shake",
  dice_land: "Dice land",
  hit: "Hit",
  miss: "Miss",
  wreck: "A wreck falls",
  sink: "Something goes down",
  arrive: "Somebody arrives",
  sizzle: "A marker glows",
  clatter: "Something falls off",
  your_turn: "Your turn",
  reaction: "A reaction is asked",
  reveal: "Something is revealed",
  clock: "Your time grows short",
  win: "Won",
  loss: "Lost",
};

function Row({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) {
  return (
    <div class="a-setting">
      <div class="k-grow">
        <div class="k-strong">{title}</div>
        {note && <div class="k-small k-muted">{note}</div>}
      </div>
      {children}
    </div>
  );
}

function ChoiceRow({ id }: { id: ChoiceKey }) {
  const { title, note, choices } = CHOICES[id];
  const signal = settings[id] as { value: string | number };
  return (
    <Row title={title} note={note}>
      <Segmented
        label={title}
        small
        value={signal.value}
        choices={choices.map(([value, label]) => ({ value, label }))}
        onChange={(value) => (signal.value = value)}
        testid={`setting-${id}`}
      />
    </Row>
  );
}

function SwitchRow({ id }: { id: keyof typeof SWITCHES }) {
  return <Toggle label={SWITCHES[id]} on={settings[id].value} onChange={(on) => (settings[id].value = on)} />;
}

function toggleMute(sound: SoundName): void {
  const muted = settings.muted.value;
  settings.muted.value = muted.includes(sound) ? muted.filter((one) => one !== sound) : [...muted, sound];
}

function Sounds() {
  return (
    <Panel title="Sound" level={2}>
      <div class="a-setting">
        <label class="k-strong" for="volume">
          Volume
        </label>
        <input
          id="volume"
          class="k-range"
          type="range"
          min={0}
          max={100}
          step={5}
          value={settings.volume.value}
          onInput={(event) => (settings.volume.value = Number(event.currentTarget.value))}
        />
        <output>{`${settings.volume.value} %`}</output>
      </div>
      <details class="a-sounds">
        <summary>Each sound by itself</summary>
        {SOUNDS.map((sound) => (
          <Toggle
            key={sound}
            label={SOUND_WORDS[sound]}
            on={!settings.muted.value.includes(sound)}
            onChange={() => toggleMute(sound)}
          />
        ))}
      </details>
    </Panel>
  );
}

/** Forget all this browser keeps of us. */
export async function forgetEverything(): Promise<void> {
  // Bookmarks and hints of the table too, which this page does not know by name.
  for (const key of Object.keys(localStorage)) if (key.startsWith(SHELF)) localStorage.removeItem(key);
  seats.forgetAll();
  settings.reset();
  designs.reload();
  await carrier().forget?.();
  toast(`Everything this browser kept is deleted: ${isPocket ? "battles" : "seats, links"}, designs, settings.`);
}

function MyData() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Your data">
      <p>
        {isPocket
          ? "Battles, designs and settings are kept in this browser only. What you delete is gone, unless you have saved it as a file."
          : "Seats, links, designs and settings are kept in this browser only. Without its seat a running battle can be opened only by a link."}
      </p>
      <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
        Delete my data
      </Button>
      {asking && (
        <Dialog
          title="Delete your data?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>Keep it</Button>
              <Button
                kind="danger"
                onClick={() => {
                  void forgetEverything();
                  setAsking(false);
                }}
              >
                Delete
              </Button>
            </>
          }
        >
          <p>{`You lose ${plural(seats.list.value.length, "kept table")}${isPocket ? " and their battles" : ""}. This cannot be taken back.`}</p>
        </Dialog>
      )}
    </Panel>
  );
}

export function SettingsPage() {
  useTitle("Settings");
  return (
    <div class="a-narrow a-settings">
      <h1>Settings</h1>
      <Panel title="You">
        <Row title="Name at the table" note="Shown to the other seats. May stay empty.">
          <input
            class="k-field a-name"
            maxLength={24}
            aria-label="Name at the table"
            value={settings.name.value}
            onInput={(event) => (settings.name.value = event.currentTarget.value.slice(0, 24))}
          />
        </Row>
      </Panel>
      <Panel title="Table">
        <ChoiceRow id="dice" />
        <ChoiceRow id="pace" />
        <ChoiceRow id="confirm" />
        <ChoiceRow id="snapInches" />
        <ChoiceRow id="snapDegrees" />
        <SwitchRow id="glance" />
        <SwitchRow id="passHollow" />
        <SwitchRow id="unitLetters" />
        <SwitchRow id="leftHanded" />
        <SwitchRow id="advice" />
      </Panel>
      <Panel title="Other players">
        <SwitchRow id="notify" />
        <SwitchRow id="phrases" />
      </Panel>
      <Panel title="Reading and motion">
        <ChoiceRow id="theme" />
        <ChoiceRow id="textSize" />
        <ChoiceRow id="contrast" />
        <ChoiceRow id="motion" />
      </Panel>
      <Sounds />
      <LuggagePanel />
      <MyData />
    </div>
  );
}
