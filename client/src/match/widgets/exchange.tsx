// A reaction with an attack in it: what happens to me, what I can do, what it costs. Two buttons of equal size.
import type { Mark, Point } from "../../board";
import { Button, ClauseLink, percent, SideMark } from "../../kit";
import type { AimFace, Asked } from "../../protocol";
import { keyFor } from "../keys";
import { number, plain, text } from "../offers";
import { AskPanel } from "../parts/ask_panel";
import { Chances } from "../parts/chances";
import { CoverBar, CoverPicture } from "../parts/cover_picture";
import { Sums } from "../parts/tally";
import { TimeRing } from "../parts/time_ring";
import type { Hand, Opened, Room } from "../room";
import { sideOf } from "../scene";
import { lengthWords, rangeWords } from "../words";
import { bandMarks } from "./act_marks";

type Exchange = {
  theirs: AimFace | null;
  mine: AimFace | null;
  /** their attack if it is answered: the heat of a rush weakens the defense too */
  theirsThen: AimFace | null;
  yes: string;
  no: string;
  /** which action of the round it would be, and the heat it brings */
  action: number;
  heat: number;
  rush: boolean;
  /** false when saying yes is not what was noted */
  allowed: boolean;
  clause: string;
};

// The server fills these in with its own AimFace type.
const aimOf = (value: unknown): AimFace | null =>
  "unit" in plain(value) && "target" in plain(value) ? (value as AimFace) : null;

/** The attacks of a reaction, or null when it has none. */
export function exchangeOf(asked: Asked): Exchange | null {
  const { offer } = asked;
  const theirs = aimOf(offer.their_attack);
  const mine = aimOf(offer.your_reply) ?? aimOf(offer.shot);
  if (!mine) return null;
  return {
    theirs,
    mine,
    theirsThen: aimOf(offer.their_attack_then),
    yes: theirs ? "Return fire" : "Fire",
    no: "Let it pass",
    action: number(offer.action),
    heat: number(offer.heat),
    rush: offer.rush === true,
    allowed: offer.noted !== false,
    clause: text(offer.clause) || asked.clause,
  };
}

interface ExchangeHand extends Hand {
  say(yes: boolean): void;
}

function createExchangeHand(room: Room, asked: Asked, exchange: Exchange): ExchangeHand {
  const say = (yes: boolean): void => room.answer({ answer: "react", yes });
  const spot = (id: string | undefined): Point | null => {
    const pose = id ? room.units.value.get(id)?.pose : null;
    return pose ? [pose.x / 1e6, pose.y / 1e6] : null;
  };
  const mover = exchange.mine?.target;
  const own = exchange.mine?.unit ?? "";
  if (own) room.selected.value = own;
  return {
    say,
    marks(): Mark[] {
      const face = room.face.value;
      const [me, other] = [spot(own), spot(mover)];
      const pose = room.units.value.get(own)?.pose;
      if (!face || !me || !other || !pose || !mover) return [];
      const from = exchange.theirs ? other : me;
      const to = exchange.theirs ? me : other;
      const aim = exchange.theirs ?? exchange.mine;
      const side = sideOf(exchange.theirs ? (room.units.value.get(mover)?.seat ?? 1) : asked.seat);
      const label = aim ? `${lengthWords(aim.distance, face.ruler)} · ${rangeWords(aim.range)}` : "";
      const place = { x: me[0], y: me[1], heading: pose.heading / 1e6 };
      return [
        { kind: "select", unit: own },
        ...bandMarks(face, own, place, sideOf(asked.seat)),
        { kind: "sightline", from, to, side, label, refused: false },
      ];
    },
    about: () => [spot(own), spot(mover)].filter((one) => one !== null),
    intent: () => undefined,
    press({ action }) {
      if (action === "yes" || action === "no") say(action === "yes");
      // A habitual Enter must not answer a question nobody has read.
      else if (action !== "commit") return false;
      return true;
    },
  };
}

function Attack({ room, aim, title }: { room: Room; aim: AimFace; title: string }) {
  const seat = room.units.value.get(aim.unit)?.seat ?? -1;
  return (
    <section class="k-box m-attack" data-testid={`attack-${aim.unit}`}>
      <h3 class="k-row">
        <SideMark side={seat} /> {title}
      </h3>
      <Chances chances={aim.chances} />
      <Sums sums={aim.sums} />
      {aim.cover && aim.cover.percent > 0 && (
        <details class="m-cover-more">
          <summary>Cover as the shooter sees it: {aim.cover.percent} % hidden</summary>
          <CoverPicture room={room} cover={aim.cover} shooter={aim.unit} target={aim.target} />
          <CoverBar cover={aim.cover} />
        </details>
      )}
    </section>
  );
}

const ORDINALS = ["", "1st", "2nd", "3rd"];

function Cost({ exchange }: { exchange: Exchange }) {
  if (!exchange.action)
    return exchange.allowed ? null : <p class="k-small">Your note says otherwise: only letting it pass is possible.</p>;
  return (
    <p class="k-small" data-testid="reaction-cost">
      Costs your <b>{ORDINALS[exchange.action] ?? exchange.action} action</b>.{" "}
      {exchange.heat > 0 ? (
        <>
          {exchange.rush ? "It is a rush" : "It takes back what was cooled off"}: <b>{exchange.heat} heat</b>.
        </>
      ) : (
        "No heat."
      )}{" "}
      {exchange.theirs && exchange.theirsThen && exchange.theirsThen.odds !== exchange.theirs.odds && (
        <span data-testid="their-odds-then">
          Their attack then does damage with {percent(exchange.theirsThen.odds, 0)} instead of{" "}
          {percent(exchange.theirs.odds, 0)}.{" "}
        </span>
      )}
      <ClauseLink clause={exchange.clause} />
    </p>
  );
}

type Props = { room: Room; asked: Asked; exchange: Exchange; say: (yes: boolean) => void };

function ExchangePanel({ room, asked, exchange, say }: Props) {
  const busy = room.busy.value;
  return (
    <AskPanel
      room={room}
      wide
      title={asked.title}
      text={asked.text}
      clause={asked.clause}
      lead={<TimeRing room={room} />}
      foot={
        <div class="m-react">
          <Cost exchange={exchange} />
          <div class="m-equal">
            <Button
              kind="ask"
              big
              keys={keyFor("yes")}
              aria-disabled={busy || !exchange.allowed}
              onClick={() => say(true)}
              data-testid="commit"
            >
              {exchange.yes}
            </Button>
            <Button big keys={keyFor("no")} aria-disabled={busy} onClick={() => say(false)} data-testid="decline">
              {exchange.no}
            </Button>
          </div>
        </div>
      }
    >
      <div class="m-exchange">
        {exchange.theirs && <Attack room={room} aim={exchange.theirs} title="Their attack on you" />}
        {exchange.mine && (
          <Attack
            room={room}
            aim={exchange.mine}
            title={exchange.theirs ? "Your reply, rolled at the same time" : "Your held shot"}
          />
        )}
      </div>
    </AskPanel>
  );
}

export function exchangeWidget(room: Room, asked: Asked, exchange: Exchange): Opened {
  const hand = createExchangeHand(room, asked, exchange);
  return {
    asked,
    where: "yes_no",
    hand,
    panel: () => <ExchangePanel room={room} asked={asked} exchange={exchange} say={hand.say} />,
  };
}
