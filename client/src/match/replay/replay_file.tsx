// A replay taken home: one file with the battle in it and no server behind it.
import { render } from "preact";
import notice from "../../../../NOTICE?raw";
import { bringDrawings, type Drawings } from "../../board";
import { ClauseSheet, clauses, folderOfModel, openClause, standAlone, Toast } from "../../kit";
import type { ClauseCard, Replay } from "../../protocol";
import { ReplayTable } from "./replay_table";

type Story = { replay: Replay; clauses: ClauseCard[]; models: Record<string, Drawings> };

/** What the file carries: JSON, packed, in letters and digits. */
async function read(block: string): Promise<Story> {
  const bytes = Uint8Array.from(atob(block), (letter) => letter.charCodeAt(0));
  const open = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(open).json()) as Story;
}

function Credits() {
  return (
    <details class="r-credits">
      <summary>Credits</summary>
      <p class="k-tiny k-muted">{notice}</p>
    </details>
  );
}

async function open(host: HTMLElement): Promise<void> {
  const story = await read(document.getElementById("story")?.textContent ?? "");
  clauses.keep(story.clauses);
  for (const [name, drawing] of Object.entries(story.models)) bringDrawings(folderOfModel(name), drawing);
  render(
    <>
      <ReplayTable replay={story.replay}>
        <Credits />
      </ReplayTable>
      <ClauseSheet />
      <Toast />
    </>,
    host,
  );
  // a rule opened in a window of its own
  const wanted = location.hash.slice(1);
  if (clauses.find(wanted)) openClause(wanted);
}

standAlone();
const host = document.getElementById("app");
if (host)
  open(host).catch((fault) => {
    host.textContent = `This replay cannot be shown: ${fault}`;
  });
