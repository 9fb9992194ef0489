// What can I build: what somebody owns, pasted or ticked, held against every model of a game.
import { Check, FileUp, Search } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Button, ErrorBox, Link, plural, Toggle, toast } from "../../kit";
import type { Buildable, GameCard, Refusal, WhatCanBeBuilt } from "../../protocol";
import { GamesRow } from "./gallery";
import { modelPath } from "./links";
import { keepBricks, keptBricks, type OwnBricks, tickedLines } from "./own_bricks";
import { PartLines } from "./part_lines";
import { colourName, type PartLine, type Plans, paintOf, partLines, shownModels, YOURS } from "./plans";
import { readWishes } from "./wishes";

const LONGEST = 200_000;

const linesOf = ({ missing }: Buildable): PartLine[] =>
  missing.map(({ part, title, colour, count }) => ({ number: part, title: title.replace(/\s+/g, " "), colour, count }));

function Lacking({ plans, found }: { plans: Plans; found: Buildable }) {
  return (
    <details>
      <summary>{`${found.lacking} of ${found.parts} parts missing`}</summary>
      <PartLines plans={plans} lines={linesOf(found)} />
    </details>
  );
}

function Found({ game, plans, told, asked }: { game: string; plans: Plans; told: WhatCanBeBuilt; asked: number }) {
  const models = shownModels(plans).flatMap(([name, plan]) => {
    const found = told.models[name];
    return found ? [{ name, plan, found }] : [];
  });
  const complete = models.filter(({ found }) => found.lacking === 0);
  const others = models
    .filter(({ found }) => found.lacking > 0)
    .sort((a, b) => a.found.lacking / a.found.parts - b.found.lacking / b.found.parts);
  return (
    <section class="br-found" aria-live="polite" data-testid="found">
      <p>{`${plural(told.pieces, "piece")} of ${plural(told.kinds, "kind")} were read. Each model is looked at by itself.`}</p>
      {told.together && (
        <div class="br-together" data-testid="together">
          <h2>{`Your list of ${plural(asked, "model")}, all together`}</h2>
          {told.together.lacking === 0 ? <p>You have every part.</p> : <Lacking plans={plans} found={told.together} />}
        </div>
      )}
      <h2>{complete.length > 0 ? `You can build ${plural(complete.length, "model")}` : "No model is complete yet"}</h2>
      <ul class="br-complete" data-testid="complete">
        {complete.map(({ name, plan }) => (
          <li key={name}>
            <Check size={18} aria-hidden="true" />
            <Link to={modelPath(game, name)}>{plan.title}</Link>
          </li>
        ))}
      </ul>
      <h2>What the others lack</h2>
      <ul class="br-others" data-testid="lacking">
        {others.map(({ name, plan, found }) => (
          <li key={name}>
            <Link to={modelPath(game, name)}>{plan.title}</Link>
            <Lacking plans={plans} found={found} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type TickingProps = { plans: Plans; ticked: readonly string[]; set: (ticked: readonly string[]) => void };

/** Every kind of part that these models need. */
function Ticking({ plans, ticked, set }: TickingProps) {
  const [isOpen, open] = useState(false);
  const lines = isOpen
    ? partLines(
        plans,
        Object.values(plans.models).flatMap(({ parts }) => parts),
      )
    : [];
  const keyOf = (line: PartLine) =>
    line.colour === YOURS ? line.number : `${line.number} ${colourName(plans, line.colour)}`;
  return (
    <details onToggle={(event) => open(event.currentTarget.open)} data-testid="ticking">
      <summary>
        {ticked.length > 0 ? `Ticked: ${plural(ticked.length, "kind")} of parts` : "Or tick what you have"}
      </summary>
      <p class="k-small k-muted">A tick means: I have enough of these.</p>
      <ul class="br-ticks">
        {lines.map((line) => {
          const key = keyOf(line);
          const isOn = ticked.includes(key);
          return (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={isOn}
                  onChange={() => set(isOn ? ticked.filter((one) => one !== key) : [...ticked, key])}
                />
                <i class="br-paint" style={{ background: paintOf(plans, line.colour) }} aria-hidden="true" />
                <span>
                  {line.title}, {colourName(plans, line.colour)} <span class="k-muted">{line.number}</span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

type OwnedProps = { games: readonly GameCard[]; game: string; plans: Plans; search: URLSearchParams };

export function Owned({ games, game, plans, search }: OwnedProps) {
  const [own, setOwn] = useState<OwnBricks>(keptBricks);
  const [told, setTold] = useState<WhatCanBeBuilt>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const wishes = Object.fromEntries(
    Object.entries(readWishes(search.get("models") ?? "")).filter(([name]) => plans.models[name]),
  );
  const change = (next: Partial<OwnBricks>) => {
    const all = { ...own, ...next };
    setOwn(all);
    keepBricks(all);
  };
  useEffect(() => setTold(undefined), [game]);
  const ask = async () => {
    if (busy) return;
    setBusy(true);
    const { text, ticked, anyColour } = own;
    const reply = await api.whatCanBeBuilt({ game, text, ticked: tickedLines(ticked), any_colour: anyColour, wishes });
    setBusy(false);
    setTold(reply.ok ? reply.value : undefined);
    setRefusal(reply.ok ? undefined : reply.refusal);
  };
  const take = async (files: FileList | null) => {
    const one = files?.[0];
    if (!one) return;
    if (one.size > 4 * LONGEST) toast("This file is too long to be a list of parts.");
    else change({ text: await one.text() });
  };
  return (
    <>
      <h1>What can I build?</h1>
      <div class="br-bar">
        {games.length > 1 && <GamesRow games={games} game={game} to="/bricks/owned" />}
        <Link to={`/bricks?game=${game}`}>All models</Link>
      </div>
      <p class="br-lead">
        Paste what you own: lines such as <b>4 3001 red</b>, a wanted list of BrickLink (XML), or a table of Rebrickable
        or Studio (CSV). It stays on this device.
      </p>
      <label class="k-label-field">
        <span>What you own</span>
        <textarea
          class="k-field br-text"
          rows={8}
          maxLength={LONGEST}
          value={own.text}
          spellcheck={false}
          onInput={(event) => change({ text: event.currentTarget.value })}
          data-testid="owned-text"
        />
      </label>
      <Ticking plans={plans} ticked={own.ticked} set={(ticked) => change({ ticked })} />
      <Toggle
        label="Other colours are fine"
        on={own.anyColour}
        onChange={(anyColour) => change({ anyColour })}
        testid="any-colour"
      />
      <div class="k-row k-wrap">
        <Button kind="ask" icon={Search} onClick={ask} aria-disabled={busy} data-testid="owned-ask">
          {busy ? "Counting" : "See what I can build"}
        </Button>
        <Button icon={FileUp} onClick={() => file.current?.click()}>
          Open a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,.xml"
          hidden
          aria-label="A list of parts"
          onChange={(event) => take(event.currentTarget.files)}
          data-testid="owned-file"
        />
      </div>
      {refusal && <ErrorBox sentence={refusal.sentence} kept="Your list stays as it is." />}
      {told && <Found game={game} plans={plans} told={told} asked={Object.values(wishes).reduce((a, b) => a + b, 0)} />}
    </>
  );
}
