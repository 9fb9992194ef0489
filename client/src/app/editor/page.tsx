// Your own table: a scenario laid by hand, looked through while it is laid, kept, given away and played.
import { FilePlus2, Redo2, Undo2 } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Board } from "../../board";
import { Button, ErrorBox, Panel, route, Segmented, Skeleton, useTitle } from "../../kit";
import type { GameCard, ScenarioDesk } from "../../protocol";
import { Begin, FileFaults, OpenFile, useFiles } from "./begin";
import "./editor.css";
import { useGames } from "../use_games";
import { Evenness } from "./evenness";
import { readCode } from "./keeping";
import { Faults, Palette, Properties } from "./panels";
import { Share, TryIt } from "./sharing";
import { type Snap, Stage, TURN_STEP } from "./stage";
import { type Editor, useBrought, useDesk, useEditor } from "./use_editor";
import { useKeys } from "./use_keys";

/** What things are laid to: by the bricks and by the ruler of the game, or freely. */
function snapsOf(desk: ScenarioDesk): { value: string; label: string; length: number }[] {
  const stud = 1 / (desk.studs || 1);
  const ruled =
    desk.ruler === "inch"
      ? { value: "ruler", label: "¼ in", length: 0.25 }
      : { value: "ruler", label: "4 studs", length: 4 * stud };
  return [{ value: "stud", label: "Stud", length: stud }, ruled, { value: "free", label: "Free", length: 0 }];
}

/** The same list each time, so that nothing is drawn anew for it. */
const NOTHING: never[] = [];

type BarProps = {
  editor: Editor;
  snap: string;
  setSnap: (snap: string) => void;
  camera: "plan" | "scene";
  setCamera: (camera: "plan" | "scene") => void;
  take: (file: File | undefined) => Promise<void>;
};

function Bar({ editor, snap, setSnap, camera, setCamera, take }: BarProps) {
  const { history, document, desk } = editor;
  if (!document) return null;
  return (
    <div class="e-bar">
      <div class="e-tools k-row">
        <Button
          iconOnly
          icon={Undo2}
          aria-disabled={!history.undo}
          onClick={() => history.undo?.()}
          data-testid="undo-edit"
        >
          Undo
        </Button>
        <Button
          iconOnly
          icon={Redo2}
          aria-disabled={!history.redo}
          onClick={() => history.redo?.()}
          data-testid="redo-edit"
        >
          Redo
        </Button>
        <Segmented
          label="Snap"
          small
          value={snap}
          choices={snapsOf(desk).map(({ value, label }) => ({ value, label }))}
          onChange={setSnap}
          testid="snap"
        />
        <Segmented
          label="View"
          small
          value={camera}
          choices={[
            { value: "plan", label: "Plan" },
            { value: "scene", label: "Scene" },
          ]}
          onChange={setCamera}
        />
      </div>
      <div class="e-actions k-row">
        <Button icon={FilePlus2} onClick={() => history.change(undefined)} data-testid="new-table">
          New
        </Button>
        <OpenFile take={take} />
        <Share document={document} />
        <TryIt editor={editor} />
      </div>
    </div>
  );
}

function Desk({ game, desk, title }: { game: GameCard; desk: ScenarioDesk; title: (words: string) => void }) {
  const editor = useEditor(game, desk);
  const { document, things, chosen, choose, faulty, face, isKept } = editor;
  const [snap, setSnap] = useState("stud");
  const [camera, setCamera] = useState<"plan" | "scene">("plan");
  const board = useRef<Board>();
  const files = useFiles(game.id, editor.open);
  const length = snapsOf(desk).find((each) => each.value === snap)?.length ?? 0;
  const steps: Snap = { length, degrees: snap === "free" ? 0 : TURN_STEP };
  useBrought((brought) => brought.game === game.id && editor.open(brought));
  useKeys(editor, board, steps, () => setCamera(camera === "plan" ? "scene" : "plan"));
  useEffect(() => title(String(document?.title ?? "")), [document?.title]);
  if (!document) return <Begin game={game} desk={desk} open={editor.open} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped here or chosen by the button
    <div class="e-desk" onDrop={files.drop} onDragOver={files.over} data-testid="editor">
      <Bar editor={editor} snap={snap} setSnap={setSnap} camera={camera} setCamera={setCamera} take={files.take} />
      {files.refused && <FileFaults {...files.refused} />}
      <Palette editor={editor} />
      <div class="e-middle">
        <Stage
          game={game}
          desk={desk}
          document={document}
          things={things}
          chosen={chosen}
          zones={face?.face.zones ?? NOTHING}
          goals={face?.face.marks ?? NOTHING}
          faulty={faulty}
          snap={steps}
          camera={camera}
          choose={choose}
          change={editor.change}
          hold={(made) => {
            board.current = made;
          }}
        />
        <div class="e-checked">
          <Faults editor={editor} />
          <Evenness editor={editor} />
        </div>
        {!isKept && <p class="k-small k-bad">This browser keeps nothing: save the table as a file before you leave.</p>}
      </div>
      <Properties editor={editor} />
    </div>
  );
}

function WithDesk({ game, title }: { game: GameCard; title: (words: string) => void }) {
  const { desk, ask } = useDesk(game);
  if (!desk) return <Skeleton rows={4} awaiting="Fetching what can be laid down." />;
  if (!desk.ok) return <ErrorBox sentence={desk.refusal.sentence} retry={ask} />;
  return <Desk game={game} desk={desk.value} title={title} />;
}

/** The game the address names, or whose table a link brings. */
function useGame(games: readonly GameCard[]) {
  const [chosen, choose] = useState(route.peek().search.get("game") ?? "");
  useEffect(() => {
    const code = location.hash.split("#").at(-1) ?? "";
    if (code && !code.startsWith("/")) readCode(code).then((document) => document && choose(String(document.game)));
  }, []);
  return { game: games.find((one) => one.id === chosen) ?? games[0], choose };
}

function Chosen({ games }: { games: readonly GameCard[] }) {
  const { game, choose } = useGame(games);
  const [title, setTitle] = useState("");
  if (!game) return <p>This server offers no game.</p>;
  return (
    <>
      <div class={`e-head ${title ? "open" : ""}`}>
        <h1>{title || "Your own table"}</h1>
        <Segmented
          label="Game"
          small
          value={game.id}
          choices={games.map((one) => ({ value: one.id, label: one.title }))}
          onChange={choose}
          testid="games"
        />
      </div>
      <WithDesk key={game.id} game={game} title={setTitle} />
    </>
  );
}

export function EditorPage() {
  useTitle("Your own table");
  const [games, ask] = useGames();
  return (
    <div class="e-page">
      {!games && (
        <Panel>
          <Skeleton rows={4} awaiting="Asking the server which games it has." />
        </Panel>
      )}
      {games && !games.ok && <ErrorBox sentence={games.refusal.sentence} retry={ask} />}
      {games?.ok && <Chosen games={games.value} />}
    </div>
  );
}
