// Beside the table: what can be laid down, what is in hand, the parts of the document, and what is wrong with it.
import { Copy as CopyIcon, CornerDownRight, RotateCcw, RotateCw, Trash2 } from "lucide-preact";
import { Button, ClauseLink, Tabs } from "../../kit";
import type { LaidKind } from "../../protocol";
import { lookOf } from "../battle/map";
import { SwitchChoice } from "../battle/switches";
import { isPlain, type Plain, samePath, writePath } from "./document";
import { NumberField, PickField } from "./fields";
import { Parts } from "./form";
import { type Form, formOf, optional, resolved } from "./form_types";
import { TURN_STEP } from "./stage";
import {
  copied,
  cornered,
  laidDown,
  maySize,
  mayTurn,
  movedTo,
  sizedTo,
  sizeOf,
  type Thing,
  touched,
  turnedBy,
  withCorner,
  without,
} from "./things";
import type { Editor } from "./use_editor";
import { homeTab, TAB_WORDS, TABS } from "./words";

/** A free place near the middle: what is laid down lies on nothing. */
function freePlace({ desk, document, things }: Editor): [number, number] {
  const [width, depth] = sizeOf(desk, document ?? {});
  const step = Math.min(width, depth) / 10;
  for (let ring = 0; ring < 40; ring++) {
    const angle = ring * 2.4;
    const away = step * Math.sqrt(ring);
    const [x, y] = [width / 2 + away * Math.cos(angle), depth / 2 + away * Math.sin(angle)];
    if (x > step && y > step && x < width - step && y < depth - step && !touched(things, [x, y], step))
      return [Math.round(x * 4) / 4, Math.round(y * 4) / 4];
  }
  return [width / 2, depth / 2];
}

function Swatch({ kind, editor }: { kind: LaidKind; editor: Editor }) {
  const face = editor.desk.faces[kind.kind ?? ""];
  const look = lookOf(face?.model ?? "");
  const isPlace = !face;
  return (
    <svg class="e-swatch" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <rect
        x="2"
        y="4"
        width="16"
        height="12"
        rx="2"
        fill={isPlace ? "none" : look.fill}
        stroke={isPlace ? "currentColor" : look.stroke}
        stroke-width="1.5"
        stroke-dasharray={isPlace ? "3 2" : undefined}
      />
    </svg>
  );
}

export function Palette({ editor }: { editor: Editor }) {
  const { desk, document, choose } = editor;
  const lay = (kind: LaidKind) => {
    if (!document) return;
    const laid = laidDown(document, desk, kind, freePlace(editor));
    editor.change(laid.document);
    choose(laid.path);
  };
  return (
    <section class="e-palette k-panel" aria-label="Lay down">
      <h2 class="e-palette-title">Lay down</h2>
      <ul data-testid="palette">
        {(desk.data.kinds ?? []).map((kind) => (
          <li key={`${kind.path} ${kind.title}`}>
            <button type="button" class="e-kind" onClick={() => lay(kind)} data-kind={kind.title}>
              <Swatch kind={kind} editor={editor} />
              {kind.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is in hand in a shorter word than its sentence: by how many degrees and inches. */
function Measures({ editor, thing }: { editor: Editor; thing: Thing }) {
  const { desk, document } = editor;
  if (!document) return null;
  const unit = desk.ruler === "inch" ? "in" : `${desk.ruler}s`;
  const as = `type ${writePath(thing.path)}`;
  const { x, y, length, width, heading } = thing;
  const put = (next: Plain, what: string) => editor.change(next, `${as} ${what}`);
  return (
    <div class="e-fields" role="group" aria-label="Measures">
      <NumberField
        label="From the left"
        unit={unit}
        value={x}
        set={(to) => put(movedTo(document, thing, [to, y]), "x")}
      />
      <NumberField label="From below" unit={unit} value={y} set={(to) => put(movedTo(document, thing, [x, to]), "y")} />
      {maySize(thing) && (
        <>
          <NumberField
            label="Length"
            unit={unit}
            value={length}
            set={(to) => to > 0 && put(sizedTo(document, thing, to, width), "l")}
          />
          <NumberField
            label="Width"
            unit={unit}
            value={width}
            set={(to) => to > 0 && put(sizedTo(document, thing, length, to), "w")}
          />
        </>
      )}
      {thing.place.shape === "box" && (
        <NumberField
          label="Turned by"
          unit="degrees"
          value={heading}
          set={(to) => put(turnedBy(document, thing, to - heading), "h")}
        />
      )}
    </div>
  );
}

function Corners({ editor, thing }: { editor: Editor; thing: Thing }) {
  const { document } = editor;
  if (!document || thing.place.shape !== "outline") return null;
  return (
    <details class="e-more">
      <summary>{`${thing.outline.length} corners`}</summary>
      <ol class="e-corners">
        {thing.outline.map(([x, y], at) => (
          <li key={at} class="k-row">
            <NumberField
              label={`Corner ${at + 1}: x`}
              value={x}
              set={(to) => editor.change(cornered(document, thing, at, [to, y]), `corner ${at}`)}
            />
            <NumberField
              label="y"
              value={y}
              set={(to) => editor.change(cornered(document, thing, at, [x, to]), `corner ${at}`)}
            />
            <Button
              kind="quiet"
              iconOnly
              icon={CornerDownRight}
              onClick={() => editor.change(withCorner(document, thing, at))}
            >
              {`One more corner after number ${at + 1}`}
            </Button>
            <Button
              kind="quiet"
              iconOnly
              icon={Trash2}
              onClick={() => editor.change(cornered(document, thing, at, null))}
            >
              {`Take corner ${at + 1} away`}
            </Button>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The form of an entry of the document. */
function formAt(editor: Editor, thing: Thing): Form {
  const { desk } = editor;
  return thing.path.reduce<Form>((form, step) => {
    const { form: found } = optional(desk, form);
    if (typeof step === "number") return found.items ? resolved(desk, found.items) : {};
    const direct = found.properties?.[step];
    if (direct) return direct;
    // one of several sorts: the one that has such a part
    const sort = (found.anyOf ?? []).map((each) => resolved(desk, each)).find((each) => each.properties?.[step]);
    return sort?.properties?.[step] ?? {};
  }, formOf(desk));
}

const MEASURED = ["x", "y", "length", "width", "heading", "points", "corners"];

export function turn(editor: Editor, by: number): void {
  const { document, chosen } = editor;
  if (document && chosen && mayTurn(chosen)) editor.change(turnedBy(document, chosen, by));
}

export function copy(editor: Editor): void {
  const { document, chosen, choose, desk } = editor;
  const made = document && chosen && copied(document, chosen, 8 / (desk.studs || 1));
  if (!made) return;
  editor.change(made.document);
  choose(made.path);
}

export function take(editor: Editor): void {
  const { document, chosen, choose } = editor;
  if (!document || !chosen) return;
  choose(undefined);
  editor.change(without(document, chosen));
}

function InHand({ editor, thing }: { editor: Editor; thing: Thing }) {
  const { desk, document, set, choose, faulty, game } = editor;
  if (!document) return null;
  const face = desk.faces[thing.kind];
  const fault = faulty.get(writePath(thing.path));
  const kindKey = thing.place.kind;
  const form = optional(desk, formAt(editor, thing)).form;
  const skip = kindKey ? [...MEASURED, kindKey] : MEASURED;
  const kinds = (desk.data.kinds ?? []).filter((each) => each.path === thing.place.path);
  return (
    <div class="e-hand" data-testid="in-hand">
      <div class="k-row">
        <h2 class="k-grow">{thing.title}</h2>
        <Button kind="quiet" onClick={() => choose(undefined)}>
          Put down
        </Button>
      </div>
      {face && (
        <p class="k-small">
          {face.text} <ClauseLink clause={face.clause} />
        </p>
      )}
      {fault && (
        <p class="k-small k-bad">
          {fault.sentence} <ClauseLink clause={fault.clause} />
        </p>
      )}
      <div class="k-row k-wrap">
        {mayTurn(thing) && (
          <>
            <Button icon={RotateCcw} keys="Q" onClick={() => turn(editor, TURN_STEP)}>{`${TURN_STEP}°`}</Button>
            <Button icon={RotateCw} keys="E" onClick={() => turn(editor, -TURN_STEP)}>{`${TURN_STEP}°`}</Button>
          </>
        )}
        {typeof thing.path.at(-1) === "number" && (
          <Button icon={CopyIcon} keys="D" onClick={() => copy(editor)} data-testid="copy-piece">
            Copy
          </Button>
        )}
        <Button icon={Trash2} kind="danger" onClick={() => take(editor)} data-testid="delete-piece">
          Delete
        </Button>
      </div>
      <Measures editor={editor} thing={thing} />
      <Corners editor={editor} thing={thing} />
      <div class="e-fields">
        {kindKey && isPlain(thing.entry) && (
          <PickField
            label="What it is"
            value={thing.kind}
            choices={kinds.map((each) => [each.kind ?? "", each.title])}
            set={(kind) => set([...thing.path, kindKey], kind)}
          />
        )}
        <Parts
          about={{ game, desk, document }}
          form={form}
          value={thing.entry}
          path={thing.path}
          set={set}
          skip={skip}
        />
      </div>
    </div>
  );
}

/** Everything on the table as a list: for whoever does not touch the picture. */
function OnTheTable({ editor }: { editor: Editor }) {
  const { things, choose, chosen } = editor;
  if (things.length === 0) return <p class="k-muted">Nothing lies on the table. Lay something down.</p>;
  return (
    <>
      <p class="k-small k-muted">
        Touch something on the table, or here. Drag moves it; the knob turns it; its corners size it.
      </p>
      <ul class="e-things" data-testid="things">
        {things.map((thing) => (
          <li key={writePath(thing.path)}>
            <button
              type="button"
              class="e-kind"
              aria-pressed={chosen !== undefined && samePath(chosen.path, thing.path)}
              onClick={() => choose(thing.path)}
            >
              <span class="k-grow">{thing.title}</span>
              <span class="k-small k-muted">{`${Math.round(thing.x * 10) / 10}, ${Math.round(thing.y * 10) / 10}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Faults({ editor }: { editor: Editor }) {
  const { faults, isFresh, refusal, go } = editor;
  if (refusal)
    return (
      <p class="k-bad" role="alert">
        {refusal.sentence}
      </p>
    );
  if (faults.length === 0)
    return (
      <p class="k-small" role="status" data-testid="fine">
        {isFresh ? "Nothing is wrong with this table." : "Looking it through."}
      </p>
    );
  return (
    <section aria-label="What is wrong">
      <ul class="e-faults" role="status" data-testid="faults">
        {faults.slice(0, 20).map((fault) => (
          <li key={`${fault.place} ${fault.sentence}`}>
            <button type="button" class="e-fault" onClick={() => go(fault)}>
              {fault.place && <code>{fault.place}</code>} {fault.sentence}
            </button>
            <ClauseLink clause={fault.clause} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What wins, where switches say it. */
function GoalSwitches({ editor }: { editor: Editor }) {
  const { game, desk, document, set } = editor;
  const key = desk.data.switches;
  const stated = isPlain(document?.[key]) ? document[key] : {};
  const cards = game.catalogue.switches.filter(({ id }) => desk.data.goal_switches?.includes(id));
  return (
    <>
      {cards.map((card) => (
        <div key={card.id} class="e-field wide">
          <span class="k-small k-row">
            <span class="k-grow">{card.text}</span>
            <ClauseLink clause={card.clause} />
          </span>
          <SwitchChoice
            card={card}
            label={card.title}
            value={stated[card.id] ?? card.default}
            set={(value) => set([key], { ...stated, [card.id]: value })}
          />
        </div>
      ))}
    </>
  );
}

export function Properties({ editor }: { editor: Editor }) {
  const { game, desk, document, tab, setTab, chosen, set } = editor;
  if (!document) return null;
  return (
    <section class="e-properties k-panel" aria-label="What stands in the scenario">
      <Tabs
        id="e-tabs"
        label="Parts of the scenario"
        value={tab}
        small
        choices={TABS.map((value) => ({ value, label: TAB_WORDS[value] }))}
        onChange={setTab}
        testid="editor-tabs"
      />
      <div id="e-tabs-panel" role="tabpanel" class="e-panel">
        {tab === "piece" ? (
          chosen ? (
            <InHand editor={editor} thing={chosen} />
          ) : (
            <OnTheTable editor={editor} />
          )
        ) : (
          <div class="e-fields">
            {tab === "goal" && <GoalSwitches editor={editor} />}
            <Parts
              key={tab}
              about={{ game, desk, document }}
              form={formOf(desk)}
              value={document}
              path={[]}
              set={set}
              only={(key) => homeTab(key) === tab}
            />
          </div>
        )}
      </div>
    </section>
  );
}
