// How a table is begun: from nothing, from a table drawn from a number, from one of the game's own, from a file.
import { Dices, FilePlus2, FolderOpen } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { api, Button, ClauseLink, Panel } from "../../kit";
import type { GameCard, ScenarioDesk, ScenarioFault, ScenarioText } from "../../protocol";
import { TableMap } from "../battle/map";
import type { Plain } from "./document";
import { openFile } from "./use_editor";

const MOST_NUMBER = 9999;

/** What is wrong with a file, line by line. */
export function FileFaults({ name, faults }: { name: string; faults: readonly ScenarioFault[] }) {
  return (
    <div class="k-error" role="alert" data-testid="file-faults">
      <p class="k-strong">{`${name} could not be opened. Nothing was changed.`}</p>
      <ul class="e-faults">
        {faults.slice(0, 12).map((fault) => (
          <li key={`${fault.place} ${fault.sentence}`}>
            {fault.line > 0 && <b>{`Line ${fault.line}: `}</b>}
            {fault.place && <code>{fault.place}</code>} {fault.sentence} <ClauseLink clause={fault.clause} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A button that opens a file, and the place one can be dropped on. */
export function useFiles(game: string, open: (document: Plain) => void) {
  const [refused, refuse] = useState<{ name: string; faults: readonly ScenarioFault[] }>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const { document, faults } = await openFile(game, file);
    refuse(document ? undefined : { name: file.name, faults });
    if (document) open(document);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  };
  return { refused, take, drop, over: (event: DragEvent) => event.preventDefault() };
}

export function OpenFile({ take }: { take: (file: File | undefined) => Promise<void> }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".toml,.json,application/json,application/toml"
        hidden
        aria-label="A scenario file"
        onChange={(event) => {
          const input = event.currentTarget;
          void take(input.files?.[0]).then(() => {
            input.value = "";
          });
        }}
        data-testid="scenario-file"
      />
      <Button icon={FolderOpen} onClick={() => field.current?.click()}>
        Open a file
      </Button>
    </>
  );
}

type BeginProps = { game: GameCard; desk: ScenarioDesk; open: (document: Plain) => void };

export function Begin({ game, desk, open }: BeginProps) {
  const files = useFiles(game.id, open);
  const [said, say] = useState("");
  const fetch = async (wish: Omit<ScenarioText, "game">) => {
    const reply = await api.checkScenario({ game: game.id, ...wish });
    if (reply.ok) open(reply.value.file.document);
    else say(reply.refusal.sentence);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped here or chosen by the button
    <div class="e-begin" onDrop={files.drop} onDragOver={files.over} data-testid="begin">
      <Panel title="Begin" aside="or drop a scenario file here">
        <div class="k-row k-wrap">
          <Button kind="ask" big icon={FilePlus2} onClick={() => open(desk.data.blank)} data-testid="from-nothing">
            From nothing
          </Button>
          {desk.draws && (
            <Button
              big
              icon={Dices}
              onClick={() => void fetch({ drawn: 1 + Math.floor(Math.random() * MOST_NUMBER) })}
              data-testid="random-table"
            >
              A random table
            </Button>
          )}
          <OpenFile take={files.take} />
        </div>
        {said && (
          <p class="k-bad a-after" role="alert">
            {said}
          </p>
        )}
        {files.refused && <FileFaults {...files.refused} />}
      </Panel>
      <Panel title="Change one of the game's own">
        <div class="a-scenarios">
          {game.catalogue.scenarios.map((scenario) => (
            <button
              type="button"
              key={scenario.id}
              class="a-scenario e-own"
              onClick={() => void fetch({ scenario: scenario.id })}
              data-testid={`change-${scenario.id}`}
            >
              <TableMap title={scenario.title} face={scenario.face} tokens={scenario.tokens} />
              <span class="a-scenario-words">
                <span class="k-strong">{scenario.title}</span>
                <span class="k-tiny k-muted">Change it</span>
              </span>
            </button>
          ))}
        </div>
      </Panel>
    </div>
  );
}
