// The kit: small view parts and the browser-side basics every page and the table use. Importing it brings the styles.
import "./styles";

export type { Refusal } from "../protocol";
export type { Reply } from "./api";
export { api, isRefusal, refusalOf } from "./api";
export { Button, type ButtonKind, ButtonLink, type Icon } from "./button";
export { type Carrier, carrier, carryBy, type Wire } from "./carrier";
export { NumberRow, Segmented, Tabs, Toggle } from "./choices";
export { ClauseSheet, ClauseText } from "./clause";
export { ClauseLink, ClauseName, closeClause, openClause, openedClause } from "./clause_link";
export { type ClauseShelf, clauses } from "./clauses";
export { brought, drawingsBy } from "./drawings";
export { FileLink, saveFile } from "./file_link";
export { addingUp, ago, day, degrees, inches, percent, plural, time } from "./format";
export { giveSeat } from "./giving_seats";
export { clausesIn, type InBattle, inBattle, rulesFrom, standingOf } from "./in_battle";
export { Keys } from "./keys";
export { isLaid } from "./layouts";
export { coached, learned } from "./learned";
export { Brand, isSideName, SIDE_COLOURS, SideMark, sideColour, sideName } from "./marks";
export {
  drawingOfModel,
  folderOfModel,
  modelOfFolder,
  newMatch,
  type OwnModel,
  ownModels,
  splitModel,
  takeForm,
  withModel,
} from "./own_models";
export { Bar, Copy, ErrorBox, Panel, Skeleton } from "./parts";
export { addressOf, heard, here, hrefOf, isPocket } from "./place";
export { QrCode } from "./qr";
export { askedQuality, go, goFromHere, type Here, Link, route, useTitle } from "./route";
export { type Found, useFound } from "./rule_search";
export { type KeptLink, type KeptMatch, type KeptSeat, newSecret, seats } from "./seats";
export { isServed, standAlone } from "./served";
export { isDark, isReduced, type Settings, SOUNDS, type SoundName, settings } from "./settings";
export { Dialog, Sheet } from "./sheet";
export { named, SHELF } from "./shelf";
export { isTextModeKey, textMode } from "./text_mode";
export { serverAddress, ToServer } from "./to_server";
export { askBack, hush, Toast, toast, unask } from "./toast";
export { noFling } from "./touch";
export { useIsLaid } from "./use_is_laid";
