// Boards of these pages are drawn as built: what they lack is fetched.
import { bringDrawings, folderOf, onLacking } from "../board";
import { drawingsBy } from "../kit";

const fetchDrawings = drawingsBy(bringDrawings);
onLacking((folder) => void fetchDrawings(folder));

/** Done when what a model is built after is here, or will not come. */
export const drawingsFor = (model: string): Promise<void> => {
  const folder = folderOf(model);
  return folder ? fetchDrawings(folder) : Promise.resolve();
};
