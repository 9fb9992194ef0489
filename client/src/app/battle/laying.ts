// The table of the battle being agreed on, as the server would lay it: sides, islands, and what it refuses.
import { useEffect, useState } from "preact/hooks";
import { api, type Reply } from "../../kit";
import type { GameCard, LaidTable, TableFace } from "../../protocol";
import { type Draft, orderOf } from "./draft";

/** A table the rules allow. */
export type AllowedTable = LaidTable & { face: TableFace };

/** Asked a moment after the last change. */
export function useLaid(game: GameCard, draft: Draft): Reply<LaidTable> | undefined {
  const [laid, setLaid] = useState<Reply<LaidTable>>();
  const { scenario, options, armies, own_scenario } = orderOf(game, draft);
  const own = own_scenario && { own_scenario };
  const wish = { game: game.id, scenario, ...(options && { options }), ...(armies && { armies }), ...own };
  const asked = JSON.stringify(wish);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.layTable(wish);
      if (current) setLaid(reply);
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return laid;
}
