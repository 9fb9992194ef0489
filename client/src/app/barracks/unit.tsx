// The chosen unit: its figures in a row, what the one in hand is, holds and carries; or a vehicle with its weapons.
import { Copy as CopyIcon, Minus, Plus, UserMinus, UserPlus } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, ClauseLink } from "../../kit";
import type { BuiltCard, ModuleFace, NumberRow, Yard } from "../../protocol";
import { Trooper } from "./trooper";
import { cleanName, type Draft, LONGEST_NAME, modulesThat, partThat, withCount, withFigure, withPart } from "./units";

type UnitProps = { yard: Yard; built: BuiltCard; draft: Draft; change: (draft: Draft) => void };

/** A price, or a nought with the clause that gives it. */
function Price({ module, free }: { module: ModuleFace; free: NumberRow["free"] }) {
  const given = free.find((one) => one.id === module.id);
  if (given)
    return (
      <>
        <b data-testid={`free-${module.id}`}>{given.written || given.value}</b> <s class="k-muted">{module.cost}</s>{" "}
        <ClauseLink clause={given.clause} />
      </>
    );
  return (
    <>
      <b>{module.cost}</b> <ClauseLink clause={module.clause} />
    </>
  );
}

type SelectProps = {
  label: string;
  modules: readonly ModuleFace[];
  value: string;
  free: NumberRow["free"];
  set: (id: string) => void;
  testid: string;
};

const wordsOf = ({ title, cost, numbers }: ModuleFace): string => {
  const reach = numbers.find((one) => one.id === "range")?.value;
  return `${title}${reach ? `, to ${reach} studs` : ""} (${cost})`;
};

function PartSelect({ label, modules, value, free, set, testid }: SelectProps) {
  const chosen = modules.find((one) => one.id === value);
  return (
    <div class="y-part">
      <label>
        <span class="k-small k-muted">{label}</span>
        <select class="k-field" value={value} onChange={(event) => set(event.currentTarget.value)} data-testid={testid}>
          {modules.map((one) => (
            <option key={one.id} value={one.id}>
              {wordsOf(one)}
            </option>
          ))}
        </select>
      </label>
      <span class="k-number k-small">{chosen && <Price module={chosen} free={free} />}</span>
    </div>
  );
}

type CountProps = { module: ModuleFace; count: number; free: NumberRow["free"]; add: (by: 1 | -1) => void };

/** Something of which there may be several: fewer and more. */
function Counted({ module, count, free, add }: CountProps) {
  return (
    <div class="y-part y-counted" data-testid={`part-${module.id}`}>
      <span>
        {module.title}{" "}
        <span class="k-small k-muted">{module.numbers.map((one) => `${one.short} ${one.value}`).join(" ")}</span>
      </span>
      <span class="k-number k-small">
        <Price module={module} free={count > 0 ? free : []} />
      </span>
      <span class="y-stepper">
        <Button iconOnly icon={Minus} aria-disabled={count === 0} onClick={() => count > 0 && add(-1)}>
          {`One ${module.title} less`}
        </Button>
        <b class="y-count">{count}</b>
        <Button iconOnly icon={Plus} onClick={() => add(1)}>
          {`One ${module.title} more`}
        </Button>
      </span>
    </div>
  );
}

const countOf = (parts: readonly string[], id: string): number => parts.filter((one) => one === id).length;

function FigureParts({ yard, built, draft, change, at }: UnitProps & { at: number }) {
  const parts = draft.figures[at];
  if (!parts) return null;
  const free = built.figures?.[at]?.free ?? [];
  const put = (next: string[]) => change(withFigure(draft, at, next));
  return (
    <div class="y-figure-parts">
      {(["figure", "primary"] as const).map((fits) => (
        <PartSelect
          key={fits}
          label={fits === "figure" ? "He is a" : "Weapon"}
          modules={modulesThat(yard, fits)}
          value={partThat(yard, parts, fits)}
          free={free}
          set={(id) => put(withPart(yard, parts, fits, id))}
          testid={`set-${fits}`}
        />
      ))}
      {[...modulesThat(yard, "item"), ...modulesThat(yard, "extra")].map((module) => (
        <Counted
          key={module.id}
          module={module}
          count={countOf(parts, module.id)}
          free={free}
          add={(by) => put(withCount(parts, module.id, by))}
        />
      ))}
    </div>
  );
}

/** Up to five figures in a row; the one in hand is framed. */
function Row({ yard, built, draft, at, choose }: UnitProps & { at: number; choose: (at: number) => void }) {
  return (
    <ol class="y-row" data-testid="figures">
      {draft.figures.map((parts, i) => {
        const figure = built.figures?.[i];
        const weapon = yard.modules.find((one) => one.id === partThat(yard, parts, "primary"));
        return (
          <li key={`${i}-${parts.join()}`}>
            <button type="button" aria-pressed={i === at} onClick={() => choose(i)} data-testid={`figure-${i + 1}`}>
              <Trooper yard={yard} parts={parts} />
              <span class="k-small k-strong">{figure?.title}</span>
              <span class="k-small k-muted">{weapon?.title}</span>
              <span class="k-small">{figure ? `${figure.cost} points` : ""}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Squad(props: UnitProps) {
  const { yard, draft, change } = props;
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, draft.figures.length - 1);
  const most = yard.limits.find((one) => one.id === "figures");
  const join = (parts: string[]) => {
    change({ ...draft, figures: [...draft.figures, parts] });
    choose(draft.figures.length);
  };
  const leave = () => change({ ...draft, figures: draft.figures.filter((_, i) => i !== at) });
  return (
    <>
      <Row {...props} at={at} choose={choose} />
      <div class="k-row k-wrap y-recruits">
        <Button icon={UserPlus} onClick={() => join((yard.figure ?? "").split(" "))} data-testid="recruit">
          Recruit
        </Button>
        <Button icon={CopyIcon} onClick={() => join([...(draft.figures[at] ?? [])])} data-testid="like-him">
          One like him
        </Button>
        <Button
          icon={UserMinus}
          aria-disabled={draft.figures.length < 2}
          onClick={() => draft.figures.length > 1 && leave()}
        >
          Dismiss
        </Button>
        <span class="k-small k-muted k-grow">
          {draft.figures.length} of {most?.value} <ClauseLink clause={most?.clause ?? ""} />
        </span>
      </div>
      <FigureParts {...props} at={at} />
    </>
  );
}

function Vehicle({ yard, draft, change }: UnitProps) {
  const hull = partThat(yard, draft.parts, "vehicle");
  const made = yard.modules.find((one) => one.id === hull);
  return (
    <>
      <PartSelect
        label="Class"
        modules={modulesThat(yard, "vehicle")}
        value={hull}
        free={[]}
        set={(id) => change({ ...draft, parts: withPart(yard, draft.parts, "vehicle", id) })}
        testid="set-vehicle"
      />
      {(["main", "machine_gun"] as const).map((fits) => {
        const most = made?.numbers.find((one) => one.id === fits);
        return (
          <section key={fits}>
            <h3 class="y-line">
              {most?.title} {most?.value} <ClauseLink clause={most?.clause ?? ""} />
            </h3>
            {modulesThat(yard, fits).map((module) => (
              <Counted
                key={module.id}
                module={module}
                count={countOf(draft.parts, module.id)}
                free={[]}
                add={(by) => change({ ...draft, parts: withCount(draft.parts, module.id, by) })}
              />
            ))}
          </section>
        );
      })}
    </>
  );
}

/** Everything of a unit that can be changed. */
export function UnitEditor(props: UnitProps) {
  const { built, draft, change } = props;
  return (
    <div class="y-unit">
      <label class="y-name">
        <span class="k-small k-muted">Name, if you like</span>
        <input
          class="k-field"
          value={draft.name}
          maxLength={LONGEST_NAME}
          placeholder={built.name}
          onInput={(event) => change({ ...draft, name: cleanName(event.currentTarget.value) })}
          data-testid="unit-name"
        />
      </label>
      {draft.figures.length > 0 ? <Squad {...props} /> : <Vehicle {...props} />}
    </div>
  );
}
