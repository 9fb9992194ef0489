// How much of the board lies under panels: measured from the panels themselves, so that no number is kept twice.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Margins } from "../../board";
import type { Room } from "../room";

/** The free area inside a host, given the panels that lie at its edges. */
export function marginsOf(host: DOMRect, panels: readonly { edge: string; rect: DOMRect }[]): Margins {
  const margins: Margins = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const { edge, rect } of panels) {
    if (rect.width === 0 || rect.height === 0) continue;
    if (edge === "top") margins.top = Math.max(margins.top, rect.bottom - host.top);
    if (edge === "bottom") margins.bottom = Math.max(margins.bottom, host.bottom - rect.top);
    if (edge === "left") margins.left = Math.max(margins.left, rect.right - host.left);
    if (edge === "right") margins.right = Math.max(margins.right, host.right - rect.left);
  }
  return margins;
}

/** What the two columns and the strips above and below take of a wide window. */
const COLUMNS = { left: 286, right: 372, above: 70, below: 80 };

/** Whether a table is larger with the units under the question than with a column on either side. */
export function isStacked(
  window: { width: number; height: number },
  table: { width: number; height: number },
): boolean {
  const high = window.height - COLUMNS.above - COLUMNS.below;
  const between = window.width - COLUMNS.left - COLUMNS.right;
  return (table.width / table.height) * high > between * 1.05;
}

/**
 * The margins while a mouse is over the board, or panels come back after a drag: they only grow. A panel that has become
 * smaller would let the table slip away under the pointer; it gets its room back when the pointer has left.
 */
export function heldMargins(before: Margins | null, wanted: Margins, held: boolean): Margins {
  if (!held || before === null) return wanted;
  const larger = (side: keyof Margins): number => Math.max(before[side], wanted[side]);
  return { top: larger("top"), right: larger("right"), bottom: larger("bottom"), left: larger("left") };
}

const edgeOf = (panel: Element): string => getComputedStyle(panel).getPropertyValue("--edge").trim();

/** `settling`: panels that made room for a drag come back, and are still lower than they will be. */
type Held = { margins: Margins | null; hovered: boolean; settling: boolean };

/** Keeps the board's margins and the units in question in the free area while panels come, go and grow. */
export function useMargins(room: Room, page: RefObject<HTMLElement>, host: RefObject<HTMLElement>): void {
  const board = room.board.value;
  const opened = room.opened.value;
  const held = useRef<Held>({ margins: null, hovered: false, settling: false });
  // when a drag is over, what was left alone meanwhile is measured
  if (opened?.hand.dragging?.value) held.current.settling = true;
  useEffect(() => {
    const frame = page.current;
    const area = host.current;
    if (!frame || !area || !board) return;
    let last = "";
    const measure = (): void => {
      // the bar of a phone is as high as its words need, and a question below it begins there
      const bar = frame.querySelector(".m-top");
      frame.style.setProperty("--bar-bottom", `${bar?.getBoundingClientRect().bottom ?? 0}px`);
      // On narrow screens the log lies on the question, so the style sheet must know how high that is; on wide ones the
      // units lie under it, and it grows while a way is drawn.
      const ask = frame.querySelector(".m-ask");
      frame.style.setProperty("--ask-bottom", `${ask?.getBoundingClientRect().bottom ?? 0}px`);
      // what was done lies in the same column as the units, which end above it
      const deeds = frame.querySelector(".m-deeds.beside");
      frame.style.setProperty("--deeds-height", `${deeds?.getBoundingClientRect().height ?? 0}px`);
      // beside the question the units stand in one strip with the log
      const log = frame.querySelector<HTMLElement>(".m-log");
      frame.style.setProperty("--log-width", `${log?.offsetWidth ?? 0}px`);
      // The table must not slip away under a finger: panels that make room for a drag do not move it.
      if (opened?.hand.dragging?.peek() || ask?.matches("[data-pulled]")) return;
      const face = room.face.peek();
      // record sheets need a column of their own, and in a lesson the coach has one, with room for the units below him
      const column = frame.querySelector(".m-own.sheets, .m-lesson") !== null;
      frame.classList.toggle("stacked", face !== null && !column && isStacked(area.getBoundingClientRect(), face));
      const below = ask && edgeOf(ask) === "bottom" ? ask.getBoundingClientRect().height : 0;
      frame.style.setProperty("--ask-height", `${below}px`);
      const panels = [...frame.querySelectorAll("[data-panel]")].map((panel) => ({
        edge: edgeOf(panel),
        rect: panel.getBoundingClientRect(),
      }));
      const wanted = marginsOf(area.getBoundingClientRect(), panels);
      const margins = heldMargins(held.current.margins, wanted, held.current.hovered || held.current.settling);
      held.current.margins = margins;
      const key = JSON.stringify(margins);
      if (key === JSON.stringify(wanted)) held.current.settling = false;
      if (key === last) return;
      last = key;
      board.margins(margins);
      // Small cards float in the free area too; the style sheet places them from its lower edge.
      frame.style.setProperty("--free-bottom", `${margins.bottom}px`);
      frame.style.setProperty("--free-right", `${margins.right}px`);
      if (opened) board.keepInView(opened.hand.about());
    };
    const hover = (event: PointerEvent): void => {
      held.current.hovered = event.type === "pointerenter" && event.pointerType === "mouse";
      if (!held.current.hovered) measure();
    };
    const settled = (event: TransitionEvent): void => {
      if (event.target !== frame.querySelector(".m-ask") || event.propertyName !== "height") return;
      // it has gone down for the drag, and is to come back yet
      if (opened?.hand.dragging?.peek()) return;
      held.current.settling = false;
      measure();
    };
    frame.addEventListener("transitionend", settled);
    area.addEventListener("pointerenter", hover);
    area.addEventListener("pointerleave", hover);
    const watcher = new ResizeObserver(measure);
    watcher.observe(area);
    const watchAll = (): void => {
      for (const panel of frame.querySelectorAll("[data-panel], .m-deeds")) watcher.observe(panel);
      measure();
    };
    watchAll();
    // a panel that comes later than this page was drawn is measured as well
    const comings = new MutationObserver(watchAll);
    const stage = frame.querySelector(".m-stage");
    if (stage) comings.observe(stage, { childList: true });
    return () => {
      comings.disconnect();
      frame.removeEventListener("transitionend", settled);
      area.removeEventListener("pointerenter", hover);
      area.removeEventListener("pointerleave", hover);
      watcher.disconnect();
    };
  });
}
