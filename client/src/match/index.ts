// The door of the match room: the table to play at or to watch, the replay, and the diagrams of rules.
export { Diagram } from "./diagram/diagram";
export { ReplayPage } from "./replay/replay_page";
export { TablePage } from "./table_page";
