// The Mech workshop: six slots on a drawing, a catalogue of modules, sums live, saved and shared and taken to battle.
import { Printer, Save, Swords, Trash2 } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { Bar, Button, ClauseLink, go, Panel, type Reply, Skeleton, toast } from "../../kit";
import type { BuiltCard, GameCard, ModuleFace, Refusal, Yard } from "../../protocol";
import { battleWith, buildCard, designs, nameOf, readArmyCode, takeAsked } from "../designs";
import { useWanted } from "../late";
import { Codes } from "../yard/codes";
import { Faults } from "../yard/faults";
import { Preview } from "../yard/preview";
import { WithGame } from "../yard/with_game";
import { type Bench, benchOf, cleanName, LONGEST_NAME, moduleIn, slotFor, textOf, withSlot, written } from "./bench";
import { ModuleCatalogue } from "./catalogue";
import { MechDrawing } from "./drawing";
import { PaperSheet, RecordSheet } from "./sheet";

/** The bench and the last word of the server; `current` when that is about what lies here now. */
type Bent = { bench: Bench; set: (bench: Bench) => void; built: Reply<BuiltCard>; current: boolean };

/** The Mech the bench begins with: the one asked for, the one left here last, or the example; nothing until it came. */
function useFirstCard(game: GameCard, yard: Yard): Reply<BuiltCard> | undefined {
  const [first, setFirst] = useState<Reply<BuiltCard>>();
  useEffect(() => {
    const [asked] = readArmyCode(takeAsked("card"));
    const text = asked?.[0] ?? designs.bench(game.id)[0]?.[0] ?? yard.example;
    buildCard({ game: game.id, text }).then(async (reply) => {
      if (!reply.ok) toast(reply.refusal.sentence);
      setFirst(reply.ok ? reply : await buildCard({ game: game.id, text: yard.example }));
    });
  }, []);
  return first;
}

/** The bench, kept while the page is away, and what the server makes of it. */
function useBench(game: GameCard, empty: Bench, first: Reply<BuiltCard>): Bent {
  const [bench, setBench] = useState<Bench>(first.ok ? benchOf(first.value) : empty);
  const text = textOf(bench);
  const [built, setBuilt] = useState({ text, reply: first });
  useEffect(() => {
    let current = true;
    designs.keepBench(game.id, [[text, 1]]);
    buildCard({ game: game.id, text }).then((reply) => {
      if (current) setBuilt({ text, reply });
    });
    return () => {
      current = false;
    };
  }, [text]);
  return { bench, set: setBench, built: built.reply, current: built.text === text };
}

type SlotsProps = {
  yard: Yard;
  bench: Bench;
  chosen: number;
  choose: (index: number) => void;
  clear: (index: number) => void;
};

/** The drawing with its six slots around it. */
function Slots({ yard, bench, chosen, choose, clear }: SlotsProps) {
  const modules = bench.slots.map((text) => moduleIn(yard, text));
  const fitting = modules.map((one, index) => (one?.fits === yard.slots[index]?.fits ? one : undefined));
  return (
    <div class="y-slots">
      <MechDrawing yard={yard} modules={fitting} title={bench.name || "Your Mech"} />
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
              <Button kind="quiet" iconOnly icon={Trash2} onClick={() => clear(index)} data-testid="clear-slot">
                {`Take ${module.title} off`}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Points({ yard, built }: { yard: Yard; built: BuiltCard }) {
  const { cost } = built.face;
  const over = cost > yard.budget.value;
  return (
    <div class="y-points">
      <p class="k-row">
        <b class="k-title" data-testid="cost">
          {cost}
        </b>
        <span class="k-muted k-grow">{`of ${yard.budget.value} points`}</span>
        <span class={`k-small k-strong ${over ? "k-bad" : ""}`}>
          {over ? `${cost - yard.budget.value} over` : `${yard.budget.value - cost} left`}
        </span>
        <ClauseLink clause={yard.budget.clause} />
      </p>
      <Bar
        share={cost / yard.budget.value}
        label={`${cost} of ${yard.budget.value} points`}
        colour={over ? "var(--bad)" : "var(--side-a)"}
      />
    </div>
  );
}

type ShelfProps = { game: GameCard; open: (text: string) => void; empty: () => void };

/** Ready-made Mechs and those kept in this browser. */
function Shelf({ game, open, empty }: ShelfProps) {
  const kept = designs.cards(game.id);
  return (
    <Panel title="Ready-made and kept" class="y-shelf">
      <div class="y-chips">
        {Object.entries(game.catalogue.cards).map(([text, card]) => (
          <Button key={text} onClick={() => open(text)} data-testid={`prefab-${text}`}>
            {card.title}
          </Button>
        ))}
        <Button kind="quiet" onClick={empty} data-testid="empty">
          Empty bench
        </Button>
      </div>
      {kept.length === 0 && <p class="k-small k-muted a-after">Mechs you save stay here, in this browser.</p>}
      <ul class="y-kept">
        {kept.map((text) => (
          <li key={text} class="k-row">
            <Button kind="quiet" onClick={() => open(text)}>
              {nameOf(text)}
            </Button>
            <span class="k-small k-muted k-grow k-mono">{text}</span>
            <Button kind="quiet" iconOnly icon={Trash2} onClick={() => designs.dropCard(game.id, text)}>
              {`Forget ${nameOf(text)}`}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type HeadProps = Bent & { game: GameCard };

function Head({ game, bench, set, built }: HeadProps) {
  const [fault, setFault] = useState<Refusal>();
  const card = built.ok ? built.value : undefined;
  const text = textOf(bench);
  const ask = useWanted(text);
  useEffect(() => setFault(undefined), [text]);
  // What lies on the bench when a button is pressed, not what the server spoke of last.
  const use = async () => {
    const isWanted = ask();
    const reply = await buildCard({ game: game.id, text });
    if (!reply.ok || !isWanted()) return;
    const [wrong] = reply.value.faults;
    if (wrong) setFault(wrong);
    else go(battleWith(game.id, [[reply.value.text, 1]]));
  };
  const save = async () => {
    const reply = await buildCard({ game: game.id, text });
    if (!reply.ok) return;
    designs.keepCard(game.id, reply.value.text);
    toast(`${nameOf(reply.value.text)} is kept in this browser.`);
  };
  return (
    <div class="y-head">
      <h1>Mech workshop</h1>
      <label class="y-name">
        <span class="k-small k-muted">Name</span>
        <input
          class="k-field"
          value={bench.name}
          maxLength={LONGEST_NAME}
          placeholder="Give it a name"
          onInput={(event) => set({ ...bench, name: cleanName(event.currentTarget.value) })}
          data-testid="mech-name"
        />
      </label>
      <div class="k-row k-wrap y-actions">
        <Button icon={Save} onClick={save} aria-disabled={!card} data-testid="save">
          Save
        </Button>
        <Button icon={Printer} onClick={() => print()} aria-disabled={!card} data-testid="print">
          Print sheet
        </Button>
        <Button kind="ask" icon={Swords} onClick={use} aria-disabled={!card} data-testid="use">
          Use in a battle
        </Button>
      </div>
      {fault && (
        <p class="k-bad y-refused" role="alert">
          {fault.sentence} <ClauseLink clause={fault.clause} />
        </p>
      )}
    </div>
  );
}

/** On a phone the bench and the catalogue lie one below the other: bring the one that is needed next into sight. */
function bring(part: string): void {
  if (!matchMedia("(max-width: 700px)").matches) return;
  document.querySelector(`.${part}`)?.scrollIntoView({ block: "start" });
}

function Workshop({ game }: { game: GameCard }) {
  return game.yard ? <Bringing game={game} yard={game.yard} /> : null;
}

/** Nothing can be changed before the first Mech lies on the bench: what came after a change would undo it. */
function Bringing({ game, yard }: { game: GameCard; yard: Yard }) {
  const first = useFirstCard(game, yard);
  if (first) return <Room game={game} yard={yard} first={first} />;
  return (
    <div class="a-narrow">
      <h1>Mech workshop</h1>
      <Panel>
        <Skeleton rows={4} awaiting="Bringing the Mech to the bench." />
      </Panel>
    </div>
  );
}

function Room({ game, yard, first }: { game: GameCard; yard: Yard; first: Reply<BuiltCard> }) {
  const empty: Bench = { name: "", slots: yard.slots.map(() => "") };
  const bent = useBench(game, empty, first);
  const { bench, set, built, current } = bent;
  const [chosen, setChosen] = useState(0);
  const slot = yard.slots[chosen] ?? yard.slots[0];
  const [version, setVersion] = useState("left");
  const ask = useWanted(bench);
  const card = built.ok ? built.value : undefined;
  if (!slot) return null;
  const choose = (index: number) => {
    const next = yard.slots[index];
    setChosen(index);
    if (next?.side) setVersion(next.side);
    bring("y-catalogue");
  };
  // Another sort of module goes where it fits: it must not take the place of what lies in the slot in hand.
  const lookAt = (fits: string) => choose(slotFor(yard, bench, fits, version));
  const mount = (module: ModuleFace) => {
    set(withSlot(bench, chosen, written(module, slot.side ? version : "")));
    bring("y-bench");
  };
  const open = async (text: string): Promise<Refusal | undefined> => {
    const isWanted = ask();
    const reply = await buildCard({ game: game.id, text });
    if (!reply.ok) return reply.refusal;
    if (isWanted()) set(benchOf(reply.value));
    return undefined;
  };
  const here = moduleIn(yard, bench.slots[chosen] ?? "");
  const left = yard.budget.value - (card?.face.cost ?? 0) + (here?.cost ?? 0);
  const faults = built.ok ? built.value.faults : [built.refusal];
  return (
    <>
      <div class="y-page y-workshop">
        <Head game={game} {...bent} />
        <div class="y-columns">
          <ModuleCatalogue
            yard={yard}
            slot={slot}
            lookAt={lookAt}
            version={version}
            setVersion={setVersion}
            mounted={bench.slots[chosen] ?? ""}
            left={left}
            mount={mount}
          />
          <div class="a-column">
            <Panel title={bench.name || "Your Mech"} class="y-bench">
              {card && <Points yard={yard} built={card} />}
              <Slots
                yard={yard}
                bench={bench}
                chosen={chosen}
                choose={choose}
                clear={(index) => set(withSlot(bench, index, ""))}
              />
              <Faults
                faults={faults}
                fine={`Six modules, within ${yard.budget.value} points.`}
                clause={yard.slots[0]?.clause ?? ""}
              />
              <Codes code={(current && card?.text) || textOf(bench)} noun="Mech" take={open} />
            </Panel>
            <Shelf game={game} open={open} empty={() => set(empty)} />
          </div>
          <Panel title="Record sheet" bare class="y-record">
            {card && (
              <Preview
                model={card.face.model}
                length={card.face.length}
                title={card.face.title}
                studsPerUnit={game.catalogue.scenarios[0]?.face.studs || 1}
                ground="yard"
              />
            )}
            <div class="a-pad">{card && <RecordSheet yard={yard} built={card} />}</div>
          </Panel>
        </div>
      </div>
      {card && <PaperSheet yard={yard} built={card} />}
    </>
  );
}

export function WorkshopPage() {
  return <WithGame title="Mech workshop" wanted={(game) => game.yard?.manner === "slots"} View={Workshop} />;
}
