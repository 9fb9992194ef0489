// Short sounds made by the browser itself. Each has a visible twin; each can be muted by itself.
import { type SoundName, settings } from "../../kit";

type Tone = { wave: OscillatorType | "noise"; from: number; to: number; at: number; ms: number; loud: number };

const tone = (wave: Tone["wave"], from: number, to: number, ms: number, loud = 0.5, at = 0): Tone => ({
  wave,
  from,
  to,
  at,
  ms,
  loud,
});

/** What each sound is made of: pitch from and to (for noise: the filter), length, loudness, when it begins. */
const SHEET: Record<SoundName, Tone[]> = {
  pick_up: [tone("triangle", 520, 760, 50, 0.35)],
  set_down: [tone("noise", 1800, 500, 45, 0.5), tone("triangle", 260, 180, 60, 0.4)],
  leg: [tone("triangle", 640, 640, 40, 0.3)],
  ratchet: [tone("noise", 3200, 2600, 18, 0.3), tone("noise", 3200, 2600, 18, 0.3, 45)],
  refuse: [tone("sine", 170, 120, 130, 0.6)],
  declare: [tone("noise", 2600, 1400, 25, 0.4), tone("square", 900, 900, 20, 0.12, 20)],
  dice_shake: [0, 70, 140, 210].map((at) => tone("noise", 2400, 1600, 40, 0.35, at)),
  dice_land: [tone("noise", 1500, 600, 60, 0.6), tone("triangle", 210, 150, 70, 0.4)],
  hit: [tone("noise", 900, 120, 260, 0.8), tone("sine", 120, 50, 260, 0.6)],
  miss: [tone("noise", 2600, 3600, 140, 0.22)],
  wreck: [tone("noise", 700, 200, 220, 0.6), tone("triangle", 140, 80, 180, 0.5, 80)],
  sink: [tone("noise", 500, 140, 620, 0.5), tone("sine", 210, 60, 700, 0.35), tone("noise", 1600, 700, 220, 0.25, 520)],
  arrive: [tone("sine", 180, 320, 420, 0.4), tone("noise", 300, 900, 380, 0.25, 60)],
  sizzle: [tone("noise", 3600, 5200, 60, 0.2), tone("sine", 880, 700, 70, 0.25)],
  clatter: [tone("noise", 1600, 400, 90, 0.5), tone("triangle", 320, 150, 120, 0.4, 60)],
  your_turn: [tone("sine", 660, 660, 220, 0.4)],
  reaction: [tone("sine", 520, 520, 160, 0.35), tone("sine", 660, 660, 200, 0.35, 190)],
  reveal: [tone("noise", 1200, 4200, 120, 0.3)],
  clock: [tone("sine", 880, 880, 80, 0.25), tone("sine", 880, 880, 80, 0.25, 220)],
  win: [523, 659, 784].map((pitch, i) => tone("triangle", pitch, pitch, 220, 0.4, i * 150)),
  loss: [440, 370, 294].map((pitch, i) => tone("triangle", pitch, pitch, 240, 0.35, i * 170)),
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (hiss === null) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

function sourceOf(audio: AudioContext, one: Tone, start: number, end: number): [AudioScheduledSourceNode, AudioNode] {
  if (one.wave === "noise") {
    const source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.setValueAtTime(one.from, start);
    filter.frequency.exponentialRampToValueAtTime(one.to, end);
    source.connect(filter);
    return [source, filter];
  }
  const source = audio.createOscillator();
  source.type = one.wave;
  source.frequency.setValueAtTime(one.from, start);
  source.frequency.exponentialRampToValueAtTime(one.to, end);
  return [source, source];
}

function play(audio: AudioContext, one: Tone, volume: number): void {
  const start = audio.currentTime + one.at / 1000;
  const end = start + one.ms / 1000;
  const [source, out] = sourceOf(audio, one, start, end);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(one.loud * volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  out.connect(gain);
  gain.connect(audio.destination);
  source.start(start);
  source.stop(end);
}

/** Whether a word of the server's is the name of a sound. */
export const isSound = (word: string | undefined): word is SoundName => word !== undefined && word in SHEET;

/** Plays a sound at the volume set; nothing when it is muted or the browser has no sound. */
export function sound(name: SoundName): void {
  const volume = settings.volume.value / 100;
  if (volume === 0 || settings.muted.value.includes(name) || typeof AudioContext === "undefined") return;
  // A browser lets a page sound only after somebody touched it; until then there is nothing to hear.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const one of SHEET[name]) play(context, one, volume);
}
