/** The signs of what a goal is about: one shape each, so that colour alone never tells. */

export type GoalSign =
  | "chest"
  | "port"
  | "flag"
  | "home"
  | "marker"
  | "area"
  | "edge"
  | "runner"
  | "destroy"
  | "protect"
  | "carrier";

/** Strokes in a square of 16: a chest, an anchor, a flag, a gate, a target point, a plot, a way out, a runner's arrows,
 * a cross-hair, a shield, a load on a cart. */
export const SIGNS: Record<GoalSign, string> = {
  chest: "M2 7V13H14V7M2 7A6 4 0 0 1 14 7ZM8 6.500V10",
  port: "M8 5.500V14M8 5.500A1.75 1.75 0 1 1 8 2A1.75 1.75 0 1 1 8 5.500ZM5 8H11M2.500 9.500A5.600 5 0 0 0 13.500 9.500",
  flag: "M4 14V2.500H12.500L10 5.500L12.500 8.500H4",
  home: "M2.500 13.500V4.500L8 2L13.500 4.500V13.500M8 5.500V12M5.500 9.500L8 12L10.500 9.500",
  marker:
    "M8 13.500A5.500 5.500 0 1 1 8 2.500A5.500 5.500 0 1 1 8 13.500ZM8 9.200A1.200 1.200 0 1 1 8 6.800A1.200 1.200 0 1 1 8 9.200Z",
  area: "M2.500 5.500V2.500H5.500M10.500 2.500H13.500V5.500M13.500 10.500V13.500H10.500M5.500 13.500H2.500V10.500M6 8H10M8 6V10",
  edge: "M2 8H10M7 4.500L10.500 8L7 11.500M13.500 2V14",
  runner: "M3 3.500L7.500 8L3 12.500M8.500 3.500L13 8L8.500 12.500",
  destroy: "M8 12A4 4 0 1 1 8 4A4 4 0 1 1 8 12ZM8 1.500V6M8 10V14.500M1.500 8H6M10 8H14.500",
  protect: "M8 1.800L13 3.800V8C13 11 11 13.200 8 14.300C5 13.200 3 11 3 8V3.800Z",
  carrier:
    "M2 10.500H14M3.500 10.500V5.500H12.500V10.500M5 14A1.500 1.500 0 1 1 5 11A1.500 1.500 0 1 1 5 14ZM11 14A1.500 1.500 0 1 1 11 11A1.500 1.500 0 1 1 11 14Z",
};
