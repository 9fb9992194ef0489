// Whether the window has a layout, followed while somebody turns a tablet or pulls at a window.
import { useEffect, useState } from "preact/hooks";
import { conditionOf, isLaid, type Layout } from "./layouts";

export function useIsLaid(name: Layout): boolean {
  const [is, set] = useState(() => isLaid(name));
  useEffect(() => {
    if (typeof matchMedia !== "function") return;
    const media = matchMedia(conditionOf(name));
    const follow = () => set(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [name]);
  return is;
}
