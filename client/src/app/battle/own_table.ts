// A battle on a table of one's own: the one that lies at the desk of this browser, among the scenarios of its game.
import { useEffect, useState } from "preact/hooks";
import { api } from "../../kit";
import type { GameCard, ScenarioFace } from "../../protocol";
import { draftOf } from "../editor/keeping";

export type OwnTable = { id: string; document: Record<string, unknown> };

/** What came of asking for one's own table: the game with it, or why it cannot be played. */
export type Brought = { game: GameCard; own?: OwnTable } | { sentence: string };

/** The game with a table of one's own before its scenarios, in the place of one that goes by the same id. */
export function withOwnTable(game: GameCard, face: ScenarioFace): GameCard {
  const others = game.catalogue.scenarios.filter(({ id }) => id !== face.id);
  return { ...game, catalogue: { ...game.catalogue, scenarios: [face, ...others] } };
}

async function bring(game: GameCard): Promise<Brought> {
  const document = draftOf(game.id);
  if (!document) return { sentence: "No table of your own lies at the desk of this browser." };
  const reply = await api.checkScenario({ game: game.id, document });
  if (!reply.ok) return { sentence: reply.refusal.sentence };
  const { face, file } = reply.value;
  const [fault] = file.faults;
  if (fault || !face)
    return { sentence: `Your own table cannot be played yet: ${fault?.sentence ?? "it is not whole"}.` };
  return { game: withOwnTable(game, face), own: { id: face.id, document } };
}

/** The game as it is, or with one's own table if that is wanted; nothing while it is looked through. */
export function useOwnTable(game: GameCard | undefined, isWanted: boolean): Brought | undefined {
  const [brought, setBrought] = useState<Brought>();
  useEffect(() => {
    let isHere = true;
    setBrought(undefined);
    if (game && isWanted) bring(game).then((found) => isHere && setBrought(found));
    return () => {
      isHere = false;
    };
  }, [game, isWanted]);
  return isWanted || !game ? brought : { game };
}
