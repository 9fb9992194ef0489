// Settings in text mode: each answer moves one setting to its next value.
import { useState } from "preact/hooks";
import { go, settings } from "../../kit";
import { CHOICES, type ChoiceKey, SWITCHES } from "../settings";
import { type TextAnswer, TextPage } from "./text_page";

type Choices = readonly (readonly [string | number, string])[];

/** The choice after the present one. */
export function nextChoice(choices: Choices, now: string | number): readonly [string | number, string] {
  const at = choices.findIndex(([value]) => value === now);
  return choices[(at + 1) % choices.length] ?? [now, String(now)];
}

function choiceAnswer(id: ChoiceKey, tell: (sentence: string) => void): TextAnswer {
  const { title } = CHOICES[id];
  const choices: Choices = CHOICES[id].choices;
  const signal = settings[id] as { value: string | number };
  const now = choices.find(([value]) => value === signal.value)?.[1] ?? String(signal.value);
  const [value, label] = nextChoice(choices, signal.value);
  const act = () => {
    signal.value = value;
    tell(`${title}: ${label}.`);
  };
  return { words: `${title}: ${now}. Change to ${label}`, act };
}

function switchAnswer(id: keyof typeof SWITCHES, tell: (sentence: string) => void): TextAnswer {
  const on = settings[id].value;
  const act = () => {
    settings[id].value = !on;
    tell(`${SWITCHES[id]}: ${on ? "off" : "on"}.`);
  };
  return { words: `${SWITCHES[id]}: ${on ? "on" : "off"}. Change`, act };
}

export function TextSettings() {
  const [told, setTold] = useState("");
  const volume = () => {
    settings.volume.value = settings.volume.value >= 100 ? 0 : settings.volume.value + 20;
    setTold(`Volume: ${settings.volume.value} percent.`);
  };
  const answers: TextAnswer[] = [
    ...(Object.keys(CHOICES) as ChoiceKey[]).map((id) => choiceAnswer(id, setTold)),
    ...(Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]).map((id) => switchAnswer(id, setTold)),
    { words: `Volume: ${settings.volume.value} percent. Change`, act: volume },
    { words: "Front page", act: () => go("/") },
  ];
  const name = (words: string) => {
    settings.name.value = words.slice(0, 24);
    setTold(`Your name at the table is ${settings.name.value}.`);
  };
  const hint = "Type the number of a setting, or a name to be called by at the table";
  return <TextPage title="Settings" told={told} answers={answers} onWords={name} hint={hint} />;
}
