// What a diagram draws: attacks with what they need, ways with what each leg costs, ranges and arcs. All of it was told.
import type { Mark, PathLeg, Place, Point } from "../../board";
import { percent } from "../../kit";
import type { AimFace, DiagramFace, LegFace, PathFace, StopFace, Unit } from "../../protocol";
import { sideOf } from "../scene";
import { placeOf } from "../ways/measure";
import { bandMarks, rimMarks } from "../ways/reaches";
import { lengthWords, rangeWords } from "../words";

const unitIn = ({ view }: DiagramFace, id: string): Unit | undefined => view.units.find((one) => one.id === id);

function spotIn(shown: DiagramFace, id: string): Point | null {
  const pose = unitIn(shown, id)?.pose ?? shown.view.tokens.find((one) => one.id === id)?.pose;
  return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
}

function aimMarks(shown: DiagramFace, aim: AimFace): Mark[] {
  const [from, to] = [spotIn(shown, aim.unit), spotIn(shown, aim.target)];
  if (!from || !to) return [];
  const side = sideOf(unitIn(shown, aim.unit)?.seat ?? 0);
  const label = aim.distance > 0 ? lengthWords(aim.distance, shown.face.ruler) : "";
  const odds = aim.need || (aim.odds > 0 ? percent(aim.odds, 0) : aim.range ? rangeWords(aim.range) : "");
  const tag: Mark = {
    kind: "tag",
    unit: aim.target,
    text: aim.refusal ? "no" : odds || "yes",
    ...(aim.remark && aim.remark.length <= 18 ? { detail: aim.remark } : {}),
    tone: aim.refusal ? "none" : "dark",
  };
  const line: Mark = aim.sight
    ? { kind: "wedge", eye: aim.sight.eye, side: aim.sight.side, hidden: aim.sight.hidden, label }
    : { kind: "sightline", from, to, side, label, refused: aim.refusal !== null };
  return [line, tag];
}

const isTurn = (from: Place, to: Place): boolean => Math.hypot(to.x - from.x, to.y - from.y) < 1e-6;

function legMark(shown: DiagramFace, from: Place, leg: LegFace): PathLeg {
  const to = placeOf(leg.pose);
  const turn = isTurn(from, to);
  const far = turn ? `${Math.round(Math.abs(leg.amount) * 100) / 100}°` : lengthWords(leg.amount, shown.face.ruler);
  const cost = Math.round(leg.cost * 100) / 100;
  const back = Math.abs(((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI - from.heading + 540) % 360) - 180;
  const step = turn ? "pivot" : Math.abs(back) > 170 ? "reverse" : "slide";
  return { from, to, step, label: Math.abs(leg.cost - leg.amount) < 1e-6 && !turn ? far : `${far} · costs ${cost}` };
}

function pathMarks(shown: DiagramFace, path: PathFace): Mark[] {
  const unit = unitIn(shown, path.unit);
  if (!unit?.pose) return [];
  const side = sideOf(unit.seat);
  const rims = rimMarks(path.reaches, shown.face.ruler);
  if (path.refusal || path.legs.length === 0) {
    const tag: Mark = { kind: "tag", unit: unit.id, text: "no", tone: "none" };
    return path.refusal ? [tag] : rims;
  }
  let at = placeOf(unit.pose);
  const legs = path.legs.map((leg) => {
    const drawn = legMark(shown, at, leg);
    at = drawn.to;
    return drawn;
  });
  return [...rims, { kind: "path", unit: unit.id, side, legs }, { kind: "ghost", unit: unit.id, side, place: at }];
}

/** Who may answer a move, and where the mover is then. */
function stopMarks(shown: DiagramFace, stop: StopFace): Mark[] {
  const at = placeOf(stop.pose);
  return stop.exhibits.flatMap(({ aim }): Mark[] => {
    const from = spotIn(shown, aim.unit);
    if (!from) return [];
    const side = sideOf(unitIn(shown, aim.unit)?.seat ?? 0);
    const label = `after ${lengthWords(stop.gone, shown.face.ruler)}: ${aim.need}`;
    return [{ kind: "sightline", from, to: [at.x, at.y], side, label, refused: false }];
  });
}

export function diagramMarks(shown: DiagramFace): Mark[] {
  const bands = shown.bands.flatMap((id) => {
    const unit = unitIn(shown, id);
    return unit?.pose ? bandMarks(shown.face, id, placeOf(unit.pose), sideOf(unit.seat)) : [];
  });
  return [
    ...bands,
    ...shown.paths.flatMap((path) => pathMarks(shown, path)),
    ...shown.aims.flatMap((aim) => aimMarks(shown, aim)),
    ...shown.stops.flatMap((stop) => stopMarks(shown, stop)),
  ];
}
