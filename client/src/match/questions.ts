// The question in hand: each opens its widget, a late answer reaches nobody but the question that wanted it.
import { effect, untracked } from "@preact/signals";
import { unask } from "../kit";
import type { Asked } from "../protocol";
import { UNHEARD } from "./connection/socket";
import { drafts } from "./drafts";
import { sound } from "./playback/sounds";
import type { Opened, Room, Widget } from "./room";

/** A question and whether it is still asked here, or answered and only waiting for the table that shows it. */
type Held = { key: string; seat: number; open: boolean; answered: boolean };

/** The room as one question has it: once that is closed, nothing more is asked, heard or answered in its name. */
function roomFor(room: Room, held: Held): Room {
  return {
    ...room,
    answer(answer) {
      // written down, but the table does not show it yet: a second press means the same question
      const written = room.busy.peek() && room.store.pending.peek() === null;
      if (!held.open || written) return;
      held.answered = true;
      room.answer(answer);
    },
    async preview(query, about) {
      const told = held.open ? await room.preview(query, about) : UNHEARD;
      return held.open ? told : UNHEARD;
    },
  };
}

/** Takes what was left half made back into the hand, and keeps what is made from now on. */
function keepDraft(room: Room, { key, seat }: Held, { hand }: Opened): () => void {
  if (!hand.draft) return () => undefined;
  const left = drafts.find(room.match, seat, key);
  try {
    if (left) hand.resume?.(left);
  } catch {
    // written by another page than this one: it is begun anew
  }
  return effect(() => drafts.keep(room.match, seat, key, hand.draft?.() ?? null));
}

/**
 * Opens the widget of each new question. While an update is played the question rests; when the same one is asked
 * again behind it (somebody offered a draw, say), what was in hand comes back.
 */
export function followQuestions(room: Room, widget: Widget): () => void {
  const { decision, shown, latest, refusal } = room.store;
  let held: (Held & { opened: Opened; rest: () => void }) | null = null;

  function letGo(): void {
    if (held) held.open = false;
    held?.rest();
    unask();
    if (held?.answered) drafts.keep(room.match, held.seat, held.key, null);
    held?.opened.hand.close?.();
    held = null;
    room.bubble.value = null;
    room.lit.value = "";
  }

  function open(asked: Asked, key: string): void {
    const isReaction = asked.offer.offer === "choose" && asked.offer.style === "buttons";
    sound(isReaction ? "reaction" : "your_turn");
    const question = { key, seat: asked.seat, open: true, answered: false };
    const opened = { ...widget(roomFor(room, question), asked), since: performance.now() };
    held = Object.assign(question, { opened, rest: keepDraft(room, question, opened) });
  }

  const stop = effect(() => {
    const asked = decision.value;
    const behind = shown.value !== latest.value;
    const refused = refusal.value !== null;
    untracked(() => {
      if (held && refused) held.answered = false;
      const rests = held !== null && asked === null && behind && !held.answered;
      const key = asked ? JSON.stringify(asked) : "";
      if (held?.key !== key && !rests) letGo();
      if (asked && !held) open(asked, key);
      room.opened.value = asked && held ? held.opened : null;
    });
  });
  return () => {
    stop();
    letGo();
  };
}
