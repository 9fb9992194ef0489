// Drawings of buildable models: fetched when a board lacks them, once for each folder.
import { signal } from "@preact/signals";
import { api } from "./api";
import { drawingOfModel, modelOfFolder } from "./own_models";
import { isServed } from "./served";

/** Grows when drawings have come: pictures taken before show other models. */
export const brought = signal(0);

const asked = new Map<string, Promise<void>>();

/** How a board is brought the drawings of a folder; done when they are here, or will not come. */
export function drawingsBy<T>(bring: (folder: string, drawings: T) => void): (folder: string) => Promise<void> {
  const fetched = async (folder: string): Promise<void> => {
    // a replay taken home has nobody to ask: its models are drawn without
    const found = isServed() ? await drawingsIn<T>(folder) : undefined;
    if (found === undefined) return;
    bring(folder, found);
    brought.value += 1;
  };
  return (folder) => {
    const coming = asked.get(folder) ?? fetched(folder);
    asked.set(folder, coming);
    return coming;
  };
}

/** What is in a folder: our own designs, or the one model that a player has brought. */
async function drawingsIn<T>(folder: string): Promise<T | undefined> {
  const own = modelOfFolder(folder);
  if (own) return (await drawingOfModel(own)) as T | undefined;
  const reply = await api.drawings<T>(folder);
  return reply.ok ? reply.value : undefined;
}
