// How high a part of the page is, for what lies below it: kept as a length of the style sheet.
import { useEffect, useRef } from "preact/hooks";

/** The reference to give to the part, whose height is then known as `name` beside it. */
export function useHeight(name: string) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = box.current;
    const stage = here?.parentElement;
    if (!here || !stage || typeof ResizeObserver === "undefined") return;
    const watcher = new ResizeObserver(() => stage.style.setProperty(name, `${here.offsetHeight}px`));
    watcher.observe(here);
    return () => {
      watcher.disconnect();
      stage.style.removeProperty(name);
    };
  }, []);
  return box;
}
