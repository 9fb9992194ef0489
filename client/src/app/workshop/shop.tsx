// The bench: a drawing with its slots around it, and the modules that fit the slot in hand.
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Bar, Button, ClauseLink } from "../../kit";
import type { BuiltCard, ModuleFace, Yard } from "../../protocol";
import { useSet, useShown, type WorkProps } from "../builder/shop";
import { type Bench, benchOf, cleanName, LONGEST_NAME, moduleIn, slotFor, textOf, withSlot, written } from "./bench";
import { ModuleCatalogue } from "./catalogue";
import { MechDrawing } from "./drawing";

type SlotsProps = { yard: Yard; bench: Bench; chosen: number; choose: (index: number) => void; clear: () => void };

/** The drawing with its slots around it. */
function Slots({ yard, bench, chosen, choose, clear }: SlotsProps) {
  const modules = bench.slots.map((text) => moduleIn(yard, text));
  const fitting = modules.map((one, index) => (one?.fits === yard.slots[index]?.fits ? one : undefined));
  return (
    <div class="y-slots">
      <MechDrawing yard={yard} modules={fitting} title={bench.name || `Your ${yard.noun}`} />
      {yard.slots.map((slot, index) => {
        const module = modules[index];
        return (
          <div key={slot.id} class={`y-slot ${slot.id} ${index === chosen ? "chosen" : ""} ${module ? "" : "empty"}`}>
            <button
              type="button"
              aria-pressed={index === chosen}
              onClick={() => choose(index)}
              data-testid={`slot-${slot.id}`}
            >
              <span class="k-tiny k-muted">{slot.title}</span>
              <span class="k-strong">{module?.title ?? "empty"}</span>
              <span class="k-tiny">{module ? `${module.cost} points` : "choose a module"}</span>
            </button>
            {module && index === chosen && (
              <Button kind="quiet" iconOnly icon={Trash2} onClick={clear} data-testid="clear-slot">
                {`Take ${module.title} off`}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Cost({ yard, built }: { yard: Yard; built: BuiltCard }) {
  const { cost } = built.face;
  const left = yard.budget.value - cost;
  return (
    <div class="y-points">
      <p class="k-row">
        <b class="k-title" data-testid="cost">
          {cost}
        </b>
        <span class="k-muted k-grow">{`of ${yard.budget.value} ${yard.budget.title}`}</span>
        <span class={`k-small k-strong ${left < 0 ? "k-bad" : ""}`}>{left < 0 ? `${-left} over` : `${left} left`}</span>
        <ClauseLink clause={yard.budget.clause} />
      </p>
      <Bar
        share={cost / yard.budget.value}
        label={`${cost} of ${yard.budget.value} points`}
        colour={left < 0 ? "var(--bad)" : "var(--side-a)"}
      />
    </div>
  );
}

/** On a phone the bench and the modules lie one below the other: bring the one that is needed next into sight. */
function bring(part: string): void {
  if (typeof matchMedia !== "function" || !matchMedia("(max-width: 700px)").matches) return;
  document.querySelector(`.${part}`)?.scrollIntoView({ block: "start" });
}

export function SlotsShop({ yard, text, built, change }: WorkProps) {
  const [bench, write] = useSet<Bench>(text, built && benchOf(built), textOf);
  const [chosen, setChosen] = useState(0);
  const [version, setVersion] = useState("left");
  const slot = yard.slots[chosen] ?? yard.slots[0];
  const shown = useShown(built);
  if (!bench || !slot) return <p class="k-muted">Bringing the {yard.noun} to the bench.</p>;
  const set = (next: Bench) => change(write(next));
  const choose = (index: number) => {
    const side = yard.slots[index]?.side;
    setChosen(index);
    if (side) setVersion(side);
    bring("y-catalogue");
  };
  const mount = (module: ModuleFace) => {
    set(withSlot(bench, chosen, written(module, slot.side ? version : "")));
    bring("y-bench");
  };
  const here = moduleIn(yard, bench.slots[chosen] ?? "");
  const left = yard.budget.value - (shown?.face.cost ?? 0) + (here?.cost ?? 0);
  return (
    <>
      <div class="y-bench">
        <label class="y-name">
          <span class="k-small k-muted">Name</span>
          <input
            class="k-field"
            value={bench.name}
            maxLength={LONGEST_NAME}
            placeholder="Give it a name"
            onInput={(event) => set({ ...bench, name: cleanName(event.currentTarget.value) })}
            data-testid="unit-name"
          />
        </label>
        {shown && <Cost yard={yard} built={shown} />}
        <Slots
          yard={yard}
          bench={bench}
          chosen={chosen}
          choose={choose}
          clear={() => set(withSlot(bench, chosen, ""))}
        />
      </div>
      <ModuleCatalogue
        yard={yard}
        slot={slot}
        // Another sort of module goes where it fits: it must not take the place of what lies in the slot in hand.
        lookAt={(fits) => choose(slotFor(yard, bench, fits, version))}
        version={version}
        setVersion={setVersion}
        mounted={bench.slots[chosen] ?? ""}
        left={left}
        mount={mount}
      />
    </>
  );
}
