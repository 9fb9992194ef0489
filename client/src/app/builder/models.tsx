// A model of one's own for a unit: a file that is dropped on the builder or chosen, measured and drawn by the server.
import { Blocks, RotateCw, Undo2 } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { api, Button, type OwnModel, ownModels, plural, splitModel, toast } from "../../kit";
import type { GameCard, Refusal } from "../../protocol";
import type { Options } from "../battle/draft";
import { isArmyFile, readArmyFile } from "./army_file";
import { letIn } from "./filters";
import "./models.css";

/** Bytes of a file, as many as the server reads. */
const MOST = 5_000_000;
const TOO_LARGE =
  "The file has more than 5 MB; no model needs that. A Studio file with pictures can be exported as LDraw.";
const UNREADABLE = "The file cannot be read here. Nothing was changed.";

/** The part of the builder that models change. */
export type Bench = {
  chosen: { row: number } | { text: string };
  army: readonly (readonly [string, number])[];
  text: string;
  options: Options;
  mayOwn: boolean;
  setOptions: (options: Options) => void;
  rewrite: (index: number, text: string) => void;
  begin: (text: string) => void;
};

export type Models = {
  busy: boolean;
  fault: string;
  /** A file from a hand, or out of the list of files. */
  bring: (file: File | undefined) => Promise<void>;
  /** The model of the unit in hand, turned by so many quarters. */
  turn: (quarters: number) => Promise<void>;
  takeOff: () => void;
};

/** A file in base 64, as it is sent. */
function encoded(file: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}

type Opened = (army: [string, number][], name: string) => void;

export function useModels(game: GameCard, bench: Bench, open: Opened, look: () => void): Models {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const newest = useRef(bench);
  newest.current = bench;
  const { chosen, army, text } = bench;
  const row = "row" in chosen ? Math.min(chosen.row, army.length - 1) : -1;
  const isOwn = !(text in game.catalogue.cards) && !(text in game.catalogue.pieces);
  // several of a printed card stay what they are: the model is one more
  const isAlone = row >= 0 && (isOwn || (army[row]?.[1] ?? 0) <= 1);
  const during = async (work: () => Promise<Refusal | string | undefined>) => {
    setBusy(true);
    setFault("");
    const said = await work().catch(() => UNREADABLE);
    setBusy(false);
    setFault(typeof said === "object" ? said.sentence : (said ?? ""));
    look();
  };
  const give = async (file: string, turn: number): Promise<Refusal | undefined> => {
    const reply = await api.ownModel({ game: game.id, file, text: text in game.catalogue.pieces ? "" : text, turn });
    if (!reply.ok) return reply.refusal;
    ownModels.keep(game.id, reply.value);
    const { mayOwn, options, setOptions, rewrite, begin } = newest.current;
    if (!mayOwn) setOptions(letIn(game, options));
    if (isAlone) rewrite(row, reply.value.text);
    else begin(reply.value.text);
    return undefined;
  };
  return {
    busy,
    fault,
    bring: async (file) => {
      if (!file) return;
      await during(async () => {
        if (isArmyFile(file)) {
          const read = await readArmyFile(game.id, await file.text());
          if ("army" in read) open(read.army, read.name);
          return "army" in read ? undefined : read;
        }
        return file.size > MOST ? TOO_LARGE : give(await encoded(file), 0);
      });
    },
    turn: async (quarters) => {
      const model = ownModels.of(splitModel(text).name);
      if (model) await during(() => give(btoa(model.form), quarters));
    },
    takeOff: () => {
      if (row >= 0) bench.rewrite(row, splitModel(text).plain);
      toast("The unit is drawn as before.");
    },
  };
}

/** The button that chooses a file. No kind of file is asked for: phones would hide what they do not know. */
export function ModelButton({ models }: { models: Models }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={Blocks}
        aria-disabled={models.busy}
        onClick={() => !models.busy && chooser.current?.click()}
        data-testid="own-model"
      >
        {models.busy ? "Measuring ..." : "Your own model"}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        data-testid="own-model-file"
        onChange={(event) => {
          void models.bring(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

export function ModelFault({ models }: { models: Models }) {
  if (!models.fault) return null;
  return (
    <p class="k-bad" role="alert" data-testid="model-fault">
      {models.fault}
    </p>
  );
}

const sizeWords = ({ length, width, height }: OwnModel): string => `${length} × ${width} studs, ${height} bricks high`;

/** What is measured and what is not, in sentences. */
function doubtsOf({ unknown, taken_as }: OwnModel): string[] {
  const listed = (names: readonly string[]): string =>
    `${names.slice(0, 6).join(", ")}${names.length > 6 ? ` and ${names.length - 6} more` : ""}`;
  const same = Object.entries(taken_as).map(([number, known]) => `${number} as ${known}`);
  return [
    unknown.length > 0 &&
      `The size of ${plural(unknown.length, "part")} is not known here, so it is neither measured nor drawn: ${listed(unknown)}.`,
    same.length > 0 && `Measured as another part of the same size: ${listed(same)}.`,
  ].filter((one): one is string => one !== false);
}

/** What is known of the model of the unit in hand, and what can be done with it. */
export function ModelPlate({ text, models, mayChange }: { text: string; models: Models; mayChange: boolean }) {
  const { name } = splitModel(text);
  if (!name) return null;
  const model = ownModels.of(name);
  return (
    <section class="k-box b-model" aria-label="Its model" data-testid="model-plate">
      {model ? (
        <>
          <p>
            <b>{model.title || "Your model"}</b>
            <br />
            <span data-testid="model-size">{sizeWords(model)}</span>
            <span class="k-muted">{`, ${plural(model.parts, "part")} in ${plural(model.colours.length, "colour")}`}</span>
          </p>
          {doubtsOf(model).map((doubt) => (
            <p key={doubt} class="k-small k-muted">
              {doubt}
            </p>
          ))}
        </>
      ) : (
        <p class="k-small">Its model did not come along: open the link or the file of its army once more.</p>
      )}
      {mayChange && (
        <div class="k-row k-wrap">
          {model && (
            <>
              <Button kind="quiet" icon={RotateCw} onClick={() => models.turn(1)} data-testid="model-turn">
                Turn it
              </Button>
              <Button kind="quiet" onClick={() => models.turn(2)} data-testid="model-round">
                Other way round
              </Button>
            </>
          )}
          <Button kind="quiet" icon={Undo2} onClick={models.takeOff} data-testid="model-off">
            Without it
          </Button>
        </div>
      )}
    </section>
  );
}

/** Lets files be dropped anywhere on an element, and says whether one hangs over it. */
export function useDropping(bring: (file: File | undefined) => void) {
  const [over, setOver] = useState(false);
  const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (event.currentTarget === event.target || event.relatedTarget === null) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFile(event)) return;
        event.preventDefault();
        setOver(false);
        bring(event.dataTransfer?.files[0]);
      },
    },
  };
}
