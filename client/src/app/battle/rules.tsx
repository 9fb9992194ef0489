// Block 3: by which rules. A preset, the switches one by one, and the code that stands for all of them.
import { useEffect, useRef, useState } from "preact/hooks";
import {
  api,
  Button,
  ClauseLink,
  Copy,
  Link,
  NumberRow,
  Panel,
  type Reply,
  Segmented,
  SideMark,
  sideName,
} from "../../kit";
import type { GameCard, Refusal, SwitchCard } from "../../protocol";
import { chapterTitle } from "../chapters";
import { useWanted } from "../late";
import {
  type Draft,
  isChanged,
  optionsOf,
  presetOf,
  scenarioOf,
  switchGroups,
  switchValue,
  withOptions,
} from "./draft";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** Ranges wider than this are typed rather than stepped through. */
const WIDE = 20;

type ValueProps = { card: SwitchCard; value: unknown; label: string; set: (value: unknown) => void };

export function SwitchChoice({ card, value, label, set }: ValueProps) {
  if (card.choices.length === 0) {
    return (
      <NumberRow
        label={label}
        value={Number(value)}
        min={card.lowest}
        max={card.highest || 999}
        step={1}
        typed={card.highest - card.lowest > WIDE}
        onChange={set}
      />
    );
  }
  // Values may be words, numbers or yes and no: the place in the list stands for them.
  const at = card.choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  return (
    <select
      class="k-field"
      aria-label={label}
      value={at}
      onChange={(event) => set(card.choices[Number(event.currentTarget.value)]?.value)}
    >
      {card.choices.map((choice, index) => (
        <option key={choice.text} value={index}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}

function SwitchRow({ card, game, draft, change }: BlockProps & { card: SwitchCard }) {
  const seats = draft.seats.length;
  const base = scenarioOf(game, draft).options;
  const value = switchValue(card, draft.options, seats, base);
  const set = (next: unknown) => change({ ...draft, options: { ...draft.options, [card.id]: next } });
  const setSeat = (list: unknown[], seat: number, next: unknown) =>
    set(list.map((old, i) => (i === seat ? next : old)));
  const changed = isChanged(card, draft.options, seats, base);
  const byScenario = card.id in base && !(card.id in draft.options);
  return (
    <li class="a-switch" data-testid={`switch-${card.id}`}>
      <div class="k-row">
        {changed && <span class="k-dot" role="img" aria-label="changed" />}
        <span class="k-strong k-grow">{card.title}</span>
        <ClauseLink clause={card.clause} />
      </div>
      <p class="k-small k-muted">
        {card.text}
        {byScenario && <b> The scenario plays it so.</b>}
      </p>
      {Array.isArray(value) ? (
        value.map((one: unknown, seat) => (
          <div key={sideName(seat)} class="k-row a-after">
            <SideMark side={seat} />
            <SwitchChoice
              card={card}
              value={one}
              label={`${card.title}, ${sideName(seat)}`}
              set={(next) => setSeat(value, seat, next)}
            />
          </div>
        ))
      ) : (
        <SwitchChoice card={card} value={value} label={card.title} set={set} />
      )}
    </li>
  );
}

/** The code of the switches as they stand, asked a moment after the last change; nothing until it has come. */
function useCode(game: GameCard, draft: Draft): Reply<{ code: string }> | undefined {
  const [code, setCode] = useState<{ asked: string; reply: Reply<{ code: string }> }>();
  const options = optionsOf(game, draft);
  const asked = JSON.stringify(options);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.rules({ game: game.id, options });
      if (current) setCode({ asked, reply });
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return code?.asked === asked ? code.reply : undefined;
}

function CodeRow({ game, draft, change }: BlockProps) {
  const code = useCode(game, draft);
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const ask = useWanted(draft.options);
  // seats and armies may change while a code is on its way
  const present = useRef(draft);
  present.current = draft;
  const take = async (event: Event) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    const isWanted = ask();
    const reply = await api.rules({ game: game.id, code: typed.trim() });
    if (!isWanted()) return;
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    setTyped((now) => (now === typed ? "" : now));
    change(withOptions(game, present.current, reply.value.options));
  };
  return (
    <div class="k-box a-code">
      <div class="k-row k-wrap">
        <span class="k-grow">
          Code of these rules: <b class="k-mono a-code-word">{code?.ok ? code.value.code : "..."}</b>
        </span>
        {code?.ok && <Copy text={code.value.code} label="Copy code" kind="quiet" />}
      </div>
      {code && !code.ok && (
        <p class="k-small k-bad">
          {code.refusal.sentence} <ClauseLink clause={code.refusal.clause} />
        </p>
      )}
      <form class="k-row" onSubmit={take}>
        <input
          class="k-field k-mono"
          aria-label="A code you were given"
          placeholder="A code you were given"
          maxLength={64}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Use it</Button>
      </form>
      {refusal && (
        <p class="k-small k-bad" role="alert">
          {refusal.sentence}
        </p>
      )}
    </div>
  );
}

export function RulesBlock({ game, draft, change }: BlockProps) {
  const { presets, chapters } = game.catalogue;
  const now = presetOf(game, draft);
  const [own, setOwn] = useState(false);
  const shown = own || now === "own";
  const choose = (id: string) => {
    setOwn(id === "own");
    const preset = presets.find((one) => one.id === id);
    if (preset) change({ ...draft, options: { ...preset.options } });
  };
  const text = presets.find((one) => one.id === now)?.text ?? "Your own set of switches.";
  return (
    <Panel title="3  Rules">
      <Segmented
        label="Rules"
        value={shown ? "own" : now}
        choices={[...presets.map((one) => ({ value: one.id, label: one.title })), { value: "own", label: "My own" }]}
        onChange={choose}
        testid="presets"
      />
      <p class="a-after">
        {shown && now !== "own" ? `Begins as ${presets.find((one) => one.id === now)?.title}. ${text}` : text}
      </p>
      {shown &&
        switchGroups(game).map(([group, cards]) => (
          <section key={group} class="a-switches">
            <h3>{chapterTitle(group, chapters)}</h3>
            <ul>
              {cards.map((card) => (
                <SwitchRow key={card.id} card={card} game={game} draft={draft} change={change} />
              ))}
            </ul>
          </section>
        ))}
      {shown && game.own_dice && (
        <p class="k-small a-after">
          Your own brick dice? <Link to="/brick-die">Try them out and use what you found.</Link>
        </p>
      )}
      <CodeRow game={game} draft={draft} change={change} />
    </Panel>
  );
}
