// Targets to be named and why a shot is what it is: need, odds, sight, cover, sums line by line, a part to name.
import { ClauseLink, percent } from "../../kit";
import type { AimFace, SightPicture } from "../../protocol";
import { digitsOf } from "../digits";
import { Chances } from "../parts/numbers/chances";
import { CoverBar, CoverPicture } from "../parts/numbers/cover_picture";
import { CoverRows } from "../parts/numbers/cover_rows";
import { Sums } from "../parts/numbers/tally";
import { BarrelPicture } from "../parts/picture";
import { RefusalLine } from "../parts/refusal_line";
import { TargetRow } from "../parts/target_row";
import type { Room } from "../room";
import { lengthWords, rangeWords, thingName } from "../words";
import type { FireHand } from "./fire_hand";

type Props = { room: Room; hand: FireHand };

/** How near a threshold the bar says so. */
const CLOSE = 0.02;

function HiddenBar({ sight }: { sight: SightPicture }) {
  // a share that counts for nothing would only mislead
  if (sight.thresholds.length === 0) return <p class="k-tiny m-hidden">Cover does not count by these rules.</p>;
  const close = sight.thresholds.find(([at]) => at > CLOSE && Math.abs(at - sight.share) <= CLOSE);
  return (
    <div class="m-hidden">
      <div class="m-hidden-bar" role="img" aria-label={`${percent(sight.share, 0)} hidden`}>
        <i style={{ width: percent(sight.share, 2).replace(" ", "") }} />
        {sight.thresholds.map(([at]) => at > CLOSE && at < 1 && <u key={at} style={{ left: `${at * 100}%` }} />)}
      </div>
      <div class="k-row k-tiny k-wrap">
        <b data-testid="hidden">
          {close ? `close: ${percent(sight.share, 1)} hidden` : `${percent(sight.share, 0)} hidden`}
        </b>
        <span class="k-grow" />
        {sight.thresholds.map(([at, words, clause]) => (
          <span key={clause + at}>
            {words.replace("-", "−").replace("%", " %")} <ClauseLink clause={clause} />
          </span>
        ))}
      </div>
    </div>
  );
}

/** A shot that is sure and yet destroys nothing has no odds worth a number. */
export const hasOdds = (aim: AimFace): boolean => aim.odds > 0 || aim.ways !== null || aim.need === "";

function Target({ room, hand, aim, number }: Props & { aim: AimFace; number: number }) {
  const chosen = hand.marked.value === aim.target;
  const digit = digitsOf(hand.aims.value.map((one) => one.target))[number - 1] ?? 0;
  return (
    <TargetRow {...{ room, aim, number, digit, chosen }} choose={() => hand.mark(aim.target)} cannot="no shot">
      {aim.need && <b>{aim.need}</b>}
      {hasOdds(aim) && <span class="m-odds">{percent(aim.odds, aim.need ? 1 : 0)}</span>}
    </TargetRow>
  );
}

const terrainWords = (able: number, all: number): string =>
  able === all ? `Or shoot at terrain (${all})` : `Or shoot at terrain (${able} of ${all} can be)`;

/** Pieces of terrain that can be shot at, folded up until one is wanted. */
function Terrain({ room, hand }: Props) {
  const pieces = hand.terrain.value;
  if (pieces.length === 0) return null;
  const first = hand.enemies.value.length;
  const able = pieces.filter((aim) => aim.refusal === null).length;
  return (
    <details class="m-terrain" open={pieces.some((aim) => aim.target === hand.marked.value)}>
      <summary>{terrainWords(able, pieces.length)}</summary>
      <ol class="m-targets">
        {pieces.map((aim, i) => (
          <Target key={aim.target} room={room} hand={hand} aim={aim} number={first + i + 1} />
        ))}
      </ol>
    </details>
  );
}

function Locations({ hand, aim }: { hand: FireHand; aim: AimFace }) {
  if (aim.locations.length === 0) return null;
  return (
    <label class="m-location k-small">
      <span>Aim at</span>
      <select
        class="k-field"
        value={hand.location.value}
        onChange={(event) => hand.name(event.currentTarget.value)}
        data-testid="location"
      >
        <option value="">the whole unit</option>
        {aim.locations.map((one, i) => (
          <option key={one} value={one}>
            the {aim.location_words?.[i] ?? one.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which sections an attack takes that takes several: those next to the target, or the ones named here or on the table. */
function Sections({ hand, aim }: { hand: FireHand; aim: AimFace }) {
  if (aim.sections.length === 0) return null;
  const named = hand.run.value;
  return (
    <fieldset class="m-sections" data-testid="sections">
      <legend class="k-small">
        {named.size === 0
          ? "It takes the sections next to it. Touch others to take those."
          : "It takes these sections:"}
      </legend>
      <div class="m-chips">
        {aim.sections.map((id) => (
          <button
            key={id}
            type="button"
            class="m-chip"
            aria-pressed={id === aim.target || named.has(id)}
            aria-disabled={id === aim.target}
            onClick={() => hand.section(id)}
            data-testid={`section-${id}`}
          >
            {id}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Attacks on the same target that the unit may join: one roll for all of them. */
function Joins({ room, hand }: Props) {
  const { leads, lead } = hand;
  const face = room.face.value;
  if (leads.value.length === 0) return null;
  return (
    <label class="m-location k-small">
      <span>Together with</span>
      <select
        class="k-field"
        value={lead.value}
        onChange={(event) => hand.join(event.currentTarget.value)}
        data-testid="joins"
      >
        <option value="">nobody named</option>
        {leads.value.map((one) => (
          <option key={one} value={one}>
            {face ? thingName(face, one) : one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the dice must show, and how often they do. */
function Need({ aim }: { aim: AimFace }) {
  if (!aim.need) return null;
  return (
    <div class="k-box m-need">
      <div>
        <div class="m-need-number" data-testid="need">
          {aim.need}
        </div>
        <div class="k-tiny">
          {aim.roll} <ClauseLink clause={aim.clause} />
        </div>
      </div>
      <div class="k-number">
        {hasOdds(aim) && (
          <div class="m-need-odds" data-testid="odds">
            {percent(aim.odds)}
          </div>
        )}
        {aim.odds_of && hasOdds(aim) && <div class="k-tiny">{aim.odds_of}</div>}
        {aim.ways && (
          <div class="k-tiny">
            {aim.ways[0]} of {aim.ways[1]} rolls
          </div>
        )}
      </div>
    </div>
  );
}

function Why({ room, hand, aim }: Props & { aim: AimFace }) {
  const { sight, cover } = aim;
  if (aim.refusal) return <RefusalLine refusal={aim.refusal} testid="target-refusal" />;
  return (
    <>
      {/* what comes of it before why: lying over the rows it would cover those that decide */}
      <Need aim={aim} />
      <Chances chances={aim.chances} />
      {aim.range && (
        <p class="k-small" data-testid="range">
          {lengthWords(aim.distance, room.face.value?.ruler ?? "")} away: <b>{rangeWords(aim.range)}</b>
          {aim.arc && `, ${aim.arc} arc`}
        </p>
      )}
      <Locations hand={hand} aim={aim} />
      <Joins room={room} hand={hand} />
      <Sections hand={hand} aim={aim} />
      {/* the rows that decide come before a picture of them: they are never the ones that are cut off */}
      <CoverRows lines={hand.lines} />
      <Sums sums={aim.sums} />
      {sight && (
        <>
          <BarrelPicture
            room={room}
            view={{
              ...{ eye: sight.eye, target: aim.target, side: sight.side, hidden: sight.hidden },
              shooter: aim.by || aim.unit,
            }}
            by={aim.by && room.face.value ? thingName(room.face.value, aim.by) : ""}
          />
          <HiddenBar sight={sight} />
        </>
      )}
      {cover && (
        <>
          <CoverPicture room={room} cover={cover} shooter={aim.unit} target={aim.target} />
          <CoverBar cover={cover} />
        </>
      )}
    </>
  );
}

/** The targets of the unit in hand and why the shot is what it is, without the panel round them. */
export function AimsBody({ room, hand }: Props) {
  if (hand.aims.value.length === 0) return <p class="k-small">There is nothing to shoot at.</p>;
  return (
    <>
      <ol class="m-targets">
        {hand.enemies.value.map((aim, i) => (
          <Target key={aim.target} room={room} hand={hand} aim={aim} number={i + 1} />
        ))}
      </ol>
      <Terrain room={room} hand={hand} />
      {hand.aim.value && <Why room={room} hand={hand} aim={hand.aim.value} />}
    </>
  );
}
