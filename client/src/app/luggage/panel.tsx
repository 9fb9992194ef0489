// "Take everything along": all battles and designs as one file, and such a file brought here.
import { Download, Upload } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { Button, isPocket, Panel, saveFile, ToServer } from "../../kit";
import { ToPocket } from "./elsewhere";
import { type Done, pack, unpack } from "./luggage";

const UNREADABLE: Done = { ok: false, sentence: "This file cannot be read. Nothing was changed." };

export function LuggagePanel() {
  const [done, setDone] = useState<Done | null>(null);
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const during = async (work: () => Promise<Done>) => {
    setBusy(true);
    setDone(await work());
    setBusy(false);
  };
  const save = () =>
    during(async () => {
      const packed = await pack();
      if (packed.ok) saveFile(packed.name, new Blob([packed.text], { type: "application/json" }));
      return packed;
    });
  const bring = (file: File | undefined) => file && during(async () => file.text().then(unpack, () => UNREADABLE));
  return (
    <Panel title="Take your battles along" data-testid="luggage">
      <p>
        All your battles and designs as one file, for another device or {isPocket ? "a server" : "the pocket edition"}.
        Keep it to yourself: whoever has it can play your battles.
      </p>
      <div class="k-row">
        <Button icon={Download} disabled={busy} onClick={save} data-testid="luggage-save">
          Save as a file
        </Button>
        <Button icon={Upload} disabled={busy} onClick={() => chooser.current?.click()} data-testid="luggage-bring">
          Bring a file
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          data-testid="luggage-file"
          onChange={(event) => {
            void bring(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <p role={done && !done.ok ? "alert" : "status"} data-testid="luggage-done">
        {busy ? "One moment ..." : done?.sentence}
      </p>
      {isPocket ? (
        <ToServer words="A friend by link, or somebody who watches, needs a server." path="/settings" />
      ) : (
        <ToPocket />
      )}
    </Panel>
  );
}
