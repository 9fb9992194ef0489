// Boards of this room are drawn as built: what they lack is fetched.
import { bringDrawings, onLacking } from "../board";
import { drawingsBy } from "../kit";

const fetchDrawings = drawingsBy(bringDrawings);
onLacking((folder) => void fetchDrawings(folder));
