// The door of the match room: the table to play at or to watch, and the replay.
export { ReplayPage } from "./replay/replay_page";
export { TablePage } from "./table_page";
