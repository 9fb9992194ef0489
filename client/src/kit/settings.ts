// What a player prefers: signals, kept in localStorage, applied at once.
import { computed, effect, type Signal, signal } from "@preact/signals";
import { named } from "./shelf";

export const SOUNDS = [
  "pick_up",
  "set_down",
  "leg",
  "ratchet",
  "refuse",
  "declare",
  "dice_shake",
  "dice_land",
  "hit",
  "miss",
  "wreck",
  "sink",
  "arrive",
  "sizzle",
  "clatter",
  "your_turn",
  "reaction",
  "reveal",
  "clock",
  "win",
  "loss",
] as const;
export type SoundName = (typeof SOUNDS)[number];

const KEY = named("settings");

/** Values before anybody changed one. */
const DEFAULTS = {
  dice: "full" as "full" | "short" | "off",
  pace: "normal" as "slow" | "normal" | "fast",
  glance: true,
  theme: "system" as "system" | "light" | "dark",
  motion: "system" as "system" | "full" | "reduced",
  volume: 40,
  muted: [] as SoundName[],
  snapInches: 0.25,
  snapDegrees: 15,
  leftHanded: false,
  textSize: 100,
  contrast: "normal" as "normal" | "high",
  unitLetters: true,
  confirm: "all" as "all" | "attacks" | "never",
  /** keys chosen instead of the usual ones, by the line of the list of keys */
  keys: {} as Record<string, string>,
  notify: false,
  /** whether the stock phrases of others are shown and told */
  phrases: true,
  /** whether questions in which nothing can be done are passed, where nobody can learn anything from that */
  passHollow: true,
  /** whether first battles are coached */
  advice: true,
  name: "",
};
export type Settings = typeof DEFAULTS;

// A stored value outside its list (an older page, another hand) falls back to the default.
const ALLOWED: Partial<{ [K in keyof Settings]: (value: Settings[K]) => boolean }> = {
  dice: (v) => ["full", "short", "off"].includes(v),
  pace: (v) => ["slow", "normal", "fast"].includes(v),
  theme: (v) => ["system", "light", "dark"].includes(v),
  motion: (v) => ["system", "full", "reduced"].includes(v),
  contrast: (v) => ["normal", "high"].includes(v),
  confirm: (v) => ["all", "attacks", "never"].includes(v),
  textSize: (v) => v >= 90 && v <= 150,
  volume: (v) => v >= 0 && v <= 100,
  muted: (v) => Array.isArray(v),
  keys: (v) =>
    v !== null && !Array.isArray(v) && Object.values(v).every((one) => typeof one === "string" && one !== ""),
  name: (v) => v.length <= 24,
};

function readAll(): Partial<Settings> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

const stored = readAll();

function kept<K extends keyof Settings>(key: K): Signal<Settings[K]> {
  const value = stored[key] as Settings[K] | undefined;
  const sameType = value !== undefined && typeof value === typeof DEFAULTS[key];
  const fine = sameType && (ALLOWED[key]?.(value) ?? true);
  return signal(fine ? value : DEFAULTS[key]);
}

export const settings = {
  dice: kept("dice"),
  /** How fast things are played, and whether the eye goes where they happen. */
  pace: kept("pace"),
  glance: kept("glance"),
  theme: kept("theme"),
  motion: kept("motion"),
  volume: kept("volume"),
  muted: kept("muted"),
  /** 0 is free movement. */
  snapInches: kept("snapInches"),
  snapDegrees: kept("snapDegrees"),
  leftHanded: kept("leftHanded"),
  textSize: kept("textSize"),
  contrast: kept("contrast"),
  unitLetters: kept("unitLetters"),
  keys: kept("keys"),
  /** When to ask again before an answer is sent. */
  confirm: kept("confirm"),
  /** Whether the system tells of a turn that comes while another page is in front. */
  notify: kept("notify"),
  /** Whether what other players say is shown and told. */
  phrases: kept("phrases"),
  /** Whether questions in which nothing can be done are passed, where only bots play along. */
  passHollow: kept("passHollow"),
  /** Whether first battles are coached. */
  advice: kept("advice"),
  /** The name others see at the table; empty for none. */
  name: kept("name"),
  reset(): void {
    for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      (settings[key] as Signal<unknown>).value = DEFAULTS[key];
    }
  },
};

/** What the system wishes, as a media query has it; follows the system when it changes its mind. */
function wished(query: string): Signal<boolean> {
  const asked = typeof matchMedia === "function" ? matchMedia(query) : undefined;
  const answer = signal(asked?.matches ?? false);
  asked?.addEventListener?.("change", (event) => {
    answer.value = event.matches;
  });
  return answer;
}

const systemReduced = wished("(prefers-reduced-motion: reduce)");
const systemDark = wished("(prefers-color-scheme: dark)");

/** Whether motion is reduced, by the setting or by the system. */
export const isReduced = computed(
  () => settings.motion.value === "reduced" || (settings.motion.value === "system" && systemReduced.value),
);

/** Whether the pages and what lies round a table are dark, by the setting or by the system. */
export const isDark = computed(
  () => settings.theme.value === "dark" || (settings.theme.value === "system" && systemDark.value),
);

// The browser asks for its permission when the switch is pressed, and at no other time.
effect(() => {
  if (settings.notify.value && typeof Notification === "function" && Notification.permission === "default")
    void Notification.requestPermission();
});

effect(() => {
  const now: Record<string, unknown> = {};
  for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) now[key] = settings[key].value;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // Private windows may refuse to store; the settings then live as long as the page.
  }
});

effect(() => {
  const root = document.documentElement;
  root.dataset.theme = isDark.value ? "dark" : "light";
  root.dataset.contrast = settings.contrast.value;
  root.dataset.motion = isReduced.value ? "reduced" : "full";
  root.dataset.hand = settings.leftHanded.value ? "left" : "right";
  root.style.setProperty("--text-scale", String(settings.textSize.value / 100));
});
