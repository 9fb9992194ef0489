// The catalogue: the modules for the chosen slot, what each adds at every range, and what it costs.
import { Plus } from "lucide-preact";
import { Button, ClauseLink, Panel, Segmented } from "../../kit";
import type { ModuleFace, SlotFace, Yard } from "../../protocol";

type CatalogueProps = {
  yard: Yard;
  slot: SlotFace;
  /** Takes a slot for another sort of modules in hand: what is listed always fits the slot. */
  lookAt: (fits: string) => void;
  version: string;
  setVersion: (version: string) => void;
  mounted: string;
  /** Points that are left when the slot is emptied. */
  left: number;
  mount: (module: ModuleFace) => void;
};

const SIDES = ["left", "right"];

/** The price of every number, as the rules have it. */
function Formula({ yard }: { yard: Yard }) {
  return (
    <details class="y-formula">
      <summary>How points are counted</summary>
      <p class="k-small">
        {yard.prices.map((price) => `${price.value} × ${price.title}`).join(" + ")}; a module never costs less than 0.{" "}
        <ClauseLink clause={yard.budget.clause} />
      </p>
      {yard.limits.map((limit) => (
        <p key={limit.id} class="k-small">
          {`${limit.title}: ${limit.value}. `}
          <ClauseLink clause={limit.clause} />
        </p>
      ))}
      <p class="k-small k-muted">Whoever runs the server can add modules of their own; they are listed here too.</p>
    </details>
  );
}

function ModuleRow(props: { module: ModuleFace; mounted: boolean; dear: boolean; words: string; mount: () => void }) {
  const { module, mounted, dear, words, mount } = props;
  return (
    <tr class={`${mounted ? "chosen" : ""} ${dear ? "dear" : ""}`} data-module={module.id}>
      <th scope="row">
        {module.title} {module.own && <span class="k-chip">yours</span>}
        <span class="k-tiny k-muted a-line">{module.id}</span>
      </th>
      {module.numbers.map((number) => (
        <td key={number.id} class="k-number">
          {number.value === 0 ? "–" : number.written || number.value}
        </td>
      ))}
      <td class="k-number k-strong">{module.cost}</td>
      <td>
        <Button iconOnly icon={Plus} onClick={mount} aria-pressed={mounted}>
          {words}
        </Button>
      </td>
    </tr>
  );
}

export function ModuleCatalogue(props: CatalogueProps) {
  const { yard, slot, lookAt, version, setVersion, mounted, left, mount } = props;
  const sorts = [...new Set(yard.slots.map((one) => one.fits))];
  const modules = yard.modules.filter((one) => one.fits === slot.fits);
  const sided = slot.side !== "";
  return (
    <Panel title="Catalogue" aside={`for the ${slot.title}`} bare class="y-catalogue">
      <div class="a-pad y-filters">
        <Segmented
          small
          label="Sort of module"
          value={slot.fits}
          choices={sorts.map((sort) => ({ value: sort, label: sort.charAt(0).toUpperCase() + sort.slice(1) }))}
          onChange={lookAt}
          testid="sorts"
        />
        {sided && (
          <Segmented
            small
            label="Version"
            value={version}
            choices={SIDES.map((side) => ({
              value: side,
              label: `${side.charAt(0).toUpperCase()}${side.slice(1)} version`,
            }))}
            onChange={setVersion}
            testid="version"
          />
        )}
      </div>
      <div class="y-scroll">
        <table class="y-modules">
          <thead>
            <tr>
              <th scope="col">Module</th>
              {modules[0]?.numbers.map((number) => (
                <th key={number.id} scope="col" class="k-number" title={number.title}>
                  {number.short}
                </th>
              ))}
              <th scope="col" class="k-number">
                Cost
              </th>
              <th scope="col">
                <span class="k-spoken">Mount</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {modules.map((module) => (
              <ModuleRow
                key={module.id}
                module={module}
                mounted={mounted.split(".")[0] === module.id}
                dear={module.cost > left}
                words={`Mount ${module.title} as ${slot.title}`}
                mount={() => mount(module)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div class="a-pad">
        <p class="k-small k-muted">
          {modules[0]?.numbers.map((number) => `${number.short} ${number.title}`).join(" · ")}. Greyed modules cost more
          than the points left.
        </p>
        <Formula yard={yard} />
      </div>
    </Panel>
  );
}
