// Calls whoever looks elsewhere: the title of the tab says that it is their turn, and, where it is wanted, the system does.
import { useEffect } from "preact/hooks";
import { settings, useTitle } from "../../kit";
import type { Room } from "../room";

/** What the tab is called: the turn first, because a narrow tab shows nothing else. */
export const tabTitle = (battle: string, asked: string | null): string =>
  asked === null ? battle : `Your turn: ${asked} · ${battle}`;

function notify(title: string, text: string): void {
  const wanted = settings.notify.peek() && document.hidden;
  if (!wanted || typeof Notification !== "function" || Notification.permission !== "granted") return;
  const told = new Notification(title, { body: text, tag: "brickfield-turn" });
  told.onclick = () => {
    window.focus();
    told.close();
  };
}

export function useCalling(room: Room): void {
  const battle = room.face.value?.title ?? "The table";
  const asked = room.store.decision.value;
  useTitle(tabTitle(battle, asked?.title ?? null));
  useEffect(() => {
    if (asked) notify("Your turn", `${battle}: ${asked.title}`);
  }, [asked !== null, battle]);
}
