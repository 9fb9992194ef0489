// What happened, to read, keep and print; the hand-over to a second phone; the end of the battle.
import { Printer, Save, Share2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { addressOf, Button, ClauseLink, Copy, Dialog, QrCode, SideMark, saveFile } from "../../kit";
import { change, type Kept, leave, withClock } from "./battle";
import { codeOf } from "./handing_over";
import { taleOf, textOf } from "./tale";

// More letters than a phone's camera reads from a screen.
const MOST_LETTERS = 2200;

function HandOver({ kept, close }: { kept: Kept; close: () => void }) {
  const [code, setCode] = useState("");
  if (!code) void codeOf(kept).then(setCode);
  const address = addressOf(`/companion?battle=${code}`);
  return (
    <Dialog title="Hand it to another phone" onClose={close} testid="hand-over">
      <p>
        Open "At a real table" on the other phone and point its camera here, or send the code and paste it there. Then
        both know how the battle stands; whatever is tapped later stays on the phone it is tapped on.
      </p>
      {code && address.length <= MOST_LETTERS && <QrCode address={address} label="The battle as a code for a camera" />}
      {code && (
        <>
          <textarea
            class="k-field k-mono q-code"
            readOnly
            aria-label="The battle as a code"
            value={code}
            rows={4}
            data-testid="code"
          />
          <div class="k-row k-wrap">
            <Copy text={code} label="Copy code" />
            <Copy text={address} label="Copy link" />
          </div>
        </>
      )}
    </Dialog>
  );
}

function Ending({ kept }: { kept: Kept }) {
  const [sure, setSure] = useState(false);
  if (!kept.now.over) {
    return (
      <Button
        wide
        onClick={() => change((now, battle) => ({ ...withClock(now, battle, false, Date.now()), over: true }))}
        data-testid="end-battle"
      >
        The battle is over
      </Button>
    );
  }
  return (
    <div class="k-row k-wrap">
      <Button onClick={() => change((now) => ({ ...now, over: false }))}>Play on</Button>
      {sure ? (
        <Button kind="danger" onClick={leave} data-testid="forget-battle">
          Yes, put it away
        </Button>
      ) : (
        <Button onClick={() => setSure(true)} data-testid="put-away">
          Put it away
        </Button>
      )}
    </div>
  );
}

export function Log({ kept }: { kept: Kept }) {
  const [handing, setHanding] = useState(false);
  const text = textOf(kept);
  const lines = [...kept.now.log].reverse();
  return (
    <>
      {kept.now.over && (
        <section class="q-tale" aria-label="How it went" data-testid="tale">
          <h2>How it went</h2>
          {taleOf(kept).map((one) => (
            <p key={one}>{one}</p>
          ))}
        </section>
      )}
      <div class="q-tools">
        <Copy text={text} label="Copy" />
        <Button icon={Save} onClick={() => saveFile("battle.txt", new Blob([text], { type: "text/plain" }))}>
          Save
        </Button>
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
        <Button icon={Share2} onClick={() => setHanding(true)} data-testid="share">
          Hand over
        </Button>
      </div>
      <ol class="q-log" data-testid="log">
        {lines.map((line, at) => (
          <li key={`${lines.length - at}`}>
            {line.seat >= 0 && <SideMark side={line.seat} size={16} />}
            <span class="k-grow">
              <span class="k-tiny k-muted">{`Round ${line.round}. `}</span>
              {line.text} <ClauseLink clause={line.clause ?? ""} words="why" />
            </span>
          </li>
        ))}
      </ol>
      {lines.length === 0 && <p class="k-muted">Nothing has happened yet. Shots and marks are written down here.</p>}
      <Ending kept={kept} />
      {handing && <HandOver kept={kept} close={() => setHanding(false)} />}
    </>
  );
}
