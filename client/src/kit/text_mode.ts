// Text mode: pages of headings, lists and numbered answers. One switch for the pages and the table.
import { effect, signal } from "@preact/signals";
import { named } from "./shelf";

const KEY = named("text");

function before(): boolean {
  try {
    return sessionStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Whether text mode is on; kept while the tab lives, so that it goes with the player from page to table. */
export const textMode = signal(before());

effect(() => {
  try {
    sessionStorage.setItem(KEY, textMode.value ? "on" : "off");
  } catch {
    // Without a store text mode lasts until the page is left.
  }
});

/** Alt and T, whatever letter the keyboard's layout makes of it. */
export function isTextModeKey(event: KeyboardEvent): boolean {
  return event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyT";
}
