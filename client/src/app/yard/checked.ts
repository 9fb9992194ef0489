// What the server says of an army while it is put together.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../kit";
import type { CheckedArmy, Refusal } from "../../protocol";
import type { Army, Options } from "../battle/draft";

export type Checked = { about: string; said: CheckedArmy | Refusal };

/** What the server said last about an army, and about which; asked a moment after the last change. */
export function useChecked(game: string, army: Army, limit: number, options: Options): [string, Checked | undefined] {
  const [checked, setChecked] = useState<Checked>();
  const about = JSON.stringify([army, limit, options]);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.checkArmy({ game, army, limit, options });
      if (current) setChecked({ about, said: reply.ok ? reply.value : reply.refusal });
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [about]);
  return [about, checked];
}
