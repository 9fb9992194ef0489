// A shot in four taps: shooter, target, what the eye sees, dice.
import { Dices, Hand, RotateCcw } from "lucide-preact";
import { useState } from "preact/hooks";
import { Bar, Button, ClauseLink, isRefusal, percent, SideMark, Skeleton, sideName } from "../../kit";
import type { Attack, Choice, Happening, RealShot, Refusal, UnitAtTable } from "../../protocol";
import { activeSeat, type Kept, sideOf, titleOf, undo } from "./battle";
import { DiceTyped, DieFace } from "./dice";
import { Eyes } from "./eyes";
import "./shoot.css";
import { markDown, NOTHING_SEEN, type Pending, playOn, type Seen, useNumbers } from "./shots";

type PickProps = { kept: Kept; units: UnitAtTable[]; label: string; pick: (id: string) => void };

function Pick({ kept, units, label, pick }: PickProps) {
  if (units.length === 0) return <p class="k-muted">Nobody is left.</p>;
  return (
    <div class="q-picks" role="group" aria-label={label}>
      {units.map((unit) => (
        <button
          type="button"
          key={unit.id}
          class="q-pick"
          onClick={() => pick(unit.id)}
          data-testid={`pick-${unit.id}`}
        >
          <SideMark side={unit.seat} size={18} quiet />
          <span class="k-grow">
            <b>{kept.battle.cards[unit.face]?.title ?? unit.card}</b> {unit.id}
          </span>
          {kept.now.fired.includes(unit.id) && <span class="k-tiny k-muted">has fired</span>}
        </button>
      ))}
    </div>
  );
}

function Chosen({ kept, id, words, again }: { kept: Kept; id: string; words: string; again: () => void }) {
  const unit = kept.battle.units.find((one) => one.id === id);
  if (!unit) return null;
  return (
    <div class="q-chosen">
      <SideMark side={unit.seat} size={20} />
      <span class="k-grow">
        <span class="k-tiny k-muted">{words}</span>
        <b>{titleOf(kept.battle, unit)}</b>
      </span>
      <Button kind="quiet" onClick={again} data-testid={`change-${words === "Fires" ? "shooter" : "target"}`}>
        Change
      </Button>
    </div>
  );
}

/** The number, how likely it is, and every line of the sum with its rule. */
function Numbers({ attack }: { attack: Attack }) {
  const { face, title } = attack;
  if (face.refusal) {
    return (
      <p class="q-refused" role="status" data-testid="refused">
        {title && <b>{title}. </b>}
        {face.refusal.sentence} <ClauseLink clause={face.refusal.clause} />
      </p>
    );
  }
  return (
    <div class="q-numbers">
      {title && <h3>{title}</h3>}
      <p class="q-need" role="status">
        <b data-testid="need">{face.need || `${face.dice} dice`}</b>
        <span>
          <span data-testid="odds">{percent(face.odds)}</span>
          <span class="k-small k-muted">{face.roll || face.odds_of}</span>
        </span>
      </p>
      <Bar share={face.odds} label={`${percent(face.odds)} to hit`} />
      {face.odds_of && face.roll && <p class="k-small k-muted">{face.odds_of}</p>}
      {face.chances.length > 0 && (
        <ul class="q-chances k-small">
          {face.chances.map((one) => (
            <li key={one.id}>
              {one.title}: <b>{one.percent ? percent(one.value) : one.value.toFixed(1)}</b>
            </li>
          ))}
        </ul>
      )}
      <details class="q-why">
        <summary>Why this number?</summary>
        {face.sums.map((sum) => (
          <table key={sum.of}>
            <caption>{sum.of}</caption>
            <tbody>
              {sum.lines.map((line, index) => (
                <tr key={`${line.clause}${index}`}>
                  <td>
                    {line.reason} <ClauseLink clause={line.clause} />
                  </td>
                  <td class="q-value">{index > 0 && line.value > 0 ? `+${line.value}` : line.value}</td>
                </tr>
              ))}
              <tr class="q-total">
                <td>{sum.of}</td>
                <td class="q-value">{sum.total}</td>
              </tr>
            </tbody>
          </table>
        ))}
        <p class="k-small">
          Both meet in one rule: <ClauseLink clause={face.clause} />
        </p>
      </details>
    </div>
  );
}

function Told({ told }: { told: readonly Happening[] }) {
  return (
    <div class="q-told" role="status" data-testid="result">
      {told.map((act) => (
        <div key={act.first} class={act.hit ? "q-hit" : ""}>
          {(act.kind === "shot" || act.kind === "blow") && <b class="q-title">{act.title}</b>}
          {(act.dice ?? []).map((dice) => (
            <p class="q-fallen" key={`${dice.label}${dice.seat}`}>
              {dice.faces.map((face, at) => (
                <DieFace key={`${at}${face}`} face={face} />
              ))}
              <span class="k-small k-muted">{dice.shown}</span>
            </p>
          ))}
          <p>{act.words}</p>
        </div>
      ))}
    </div>
  );
}

function Asked({ told, give }: { told: RealShot; give: (answer: Record<string, unknown>) => void }) {
  const { asked } = told;
  if (!asked) return null;
  const choices: Choice[] = asked.offer.offer === "choose" ? asked.offer.choices : [];
  return (
    <div class="q-question">
      <p>
        <b>{`${sideName(asked.seat)}: ${asked.title}`}</b> <ClauseLink clause={asked.clause} />
      </p>
      <p class="k-small">{asked.text}</p>
      <div class="q-answers">
        {choices.map((choice, index) => (
          <button
            type="button"
            class="q-answer"
            key={choice.title}
            disabled={choice.refusal !== null}
            onClick={() => give(choice.answer as Record<string, unknown>)}
            data-testid={`choice-${index}`}
          >
            {choice.title}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Everything of one shot that is tapped together until it is written down. */
function useShot(kept: Kept) {
  const [unit, setUnit] = useState("");
  const [target, setTarget] = useState("");
  const [seen, see] = useState<Seen>(NOTHING_SEEN);
  const [attack, setAttack] = useState(0);
  const [pending, setPending] = useState<Pending>();
  const [forMe, setForMe] = useState(true);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [over, setOver] = useState<RealShot>();
  const start = (next: string) => {
    setUnit(next);
    setTarget("");
    aim("");
  };
  const aim = (next: string) => {
    setTarget(next);
    see(NOTHING_SEEN);
    setAttack(0);
    setPending(undefined);
    setOver(undefined);
    setRefusal(undefined);
  };
  const play = async (known: Pick<Pending, "dice" | "answers">, mine: boolean) => {
    if (busy) return;
    setBusy(true);
    setForMe(mine);
    const came = await playOn(kept, { unit, target, seen, attack }, known, mine);
    setBusy(false);
    if (isRefusal(came)) {
      setRefusal(came);
      return;
    }
    setRefusal(undefined);
    setPending(came);
    if (!came.told.over) return;
    markDown(kept, unit, came.told, attack);
    setOver(came.told);
  };
  return { unit, target, seen, see, attack, setAttack, pending, forMe, busy, refusal, over, start, aim, play };
}

type Shot = ReturnType<typeof useShot>;

function Throwing({ shot }: { shot: Shot }) {
  const { pending, play } = shot;
  const known = { dice: pending?.dice ?? [], answers: pending?.answers ?? [] };
  if (shot.busy) return <p role="status">The rules are at work.</p>;
  if (pending?.told.asked) {
    return (
      <Asked
        told={pending.told}
        give={(answer) => play({ ...known, answers: [...known.answers, answer] }, shot.forMe)}
      />
    );
  }
  if (pending && pending.told.dice.length > 0) {
    return (
      <DiceTyped
        key={pending.dice.length}
        piles={pending.told.dice}
        done={(faces) => play({ ...known, dice: [...known.dice, ...faces] }, false)}
      />
    );
  }
  return (
    <div class="q-throw">
      <Button kind="ask" big icon={Dices} onClick={() => play(known, true)} data-testid="roll-for-me">
        Roll for me
      </Button>
      <Button big icon={Hand} onClick={() => play(known, false)} data-testid="i-rolled">
        I rolled
      </Button>
    </div>
  );
}

function Over({ shot, told }: { shot: Shot; told: RealShot }) {
  return (
    <>
      <Told told={told.told} />
      <div class="q-throw">
        <Button kind="ask" big onClick={() => shot.start("")} data-testid="next-shot">
          Next shot
        </Button>
        <Button
          big
          icon={RotateCcw}
          onClick={() => {
            undo();
            shot.aim(shot.target);
          }}
          data-testid="undo-shot"
        >
          Take it back
        </Button>
      </div>
    </>
  );
}

function Looking({ kept, shot }: { kept: Kept; shot: Shot }) {
  const reply = useNumbers(kept, shot.unit, shot.target, shot.seen);
  if (!reply) return <Skeleton rows={3} awaiting="Asking the rules." />;
  if (!reply.ok) return <p class="q-refused">{reply.refusal.sentence}</p>;
  const { questions, attacks } = reply.value;
  const chosen = attacks[shot.attack] ?? attacks[0];
  return (
    <div class="q-looking">
      <div class="q-asked">
        <h2 class="q-step">
          <i>3</i> What do you see?
        </h2>
        <Eyes questions={questions} seen={shot.seen} see={shot.see} />
        {attacks.length > 1 && (
          <div class="q-answers" role="group" aria-label="With what">
            {attacks.map((one, index) => (
              <button
                type="button"
                class="q-answer"
                key={one.title}
                aria-pressed={index === shot.attack}
                onClick={() => shot.setAttack(index)}
              >
                {one.title}
              </button>
            ))}
          </div>
        )}
      </div>
      <div class="q-foot">
        {chosen && <Numbers attack={chosen} />}
        {shot.refusal && (
          <p class="q-refused" role="alert">
            {shot.refusal.sentence}
          </p>
        )}
        {chosen && !chosen.face.refusal && <Throwing shot={shot} />}
      </div>
    </div>
  );
}

export function Shoot({ kept }: { kept: Kept }) {
  const shot = useShot(kept);
  const seat = activeSeat(kept.battle, kept.now);
  const side = sideOf(kept.battle, seat);
  const living = kept.battle.units.filter((unit) => !kept.now.units[unit.id]?.lost);
  const own = living.filter((unit) => sideOf(kept.battle, unit.seat) === side);
  const shooter = kept.battle.units.find((unit) => unit.id === shot.unit);
  const enemies = living.filter((unit) => sideOf(kept.battle, unit.seat) !== side);
  if (!shooter) {
    return (
      <>
        <h2 class="q-step">
          <i>1</i> {`Who of ${sideName(seat)} fires?`}
        </h2>
        <Pick kept={kept} units={own} label="Who fires" pick={shot.start} />
      </>
    );
  }
  return (
    <>
      <Chosen kept={kept} id={shot.unit} words="Fires" again={() => shot.start("")} />
      {!shot.target && (
        <>
          <h2 class="q-step">
            <i>2</i> At whom?
          </h2>
          <Pick kept={kept} units={enemies} label="At whom" pick={shot.aim} />
        </>
      )}
      {shot.target && <Chosen kept={kept} id={shot.target} words="At" again={() => shot.aim("")} />}
      {shot.target && !shot.over && <Looking kept={kept} shot={shot} />}
      {shot.over && <Over shot={shot} told={shot.over} />}
    </>
  );
}
