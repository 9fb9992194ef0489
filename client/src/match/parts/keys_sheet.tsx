// The list of keys: what each does now, and another one for each who wants it.
import { type Signal, useSignal } from "@preact/signals";
import { Button, Sheet, settings } from "../../kit";
import { giveKey, idOf, KEYS, type KeyLine, keysOf, nameOf, printed, type Where } from "../keys";

const GROUPS: { title: string; where: Where[] }[] = [
  { title: "At the table", where: ["table"] },
  { title: "What a unit does", where: ["act"] },
  { title: "Moving and placing", where: ["path", "place"] },
  { title: "In lists", where: ["targets", "list"] },
  { title: "Dividing dice, laying counters", where: ["split"] },
  { title: "Reactions", where: ["yes_no"] },
  { title: "Replay", where: ["replay"] },
];
const ALONE = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

type Asking = { line: string; refusal: string };

/** The key of a line as a button: pressed, it waits for another key. */
function KeyButton({ line, asking }: { line: KeyLine; asking: Signal<Asking> }) {
  const id = idOf(line);
  const waits = asking.value.line === id;
  const hear = (event: KeyboardEvent): void => {
    if (asking.peek().line !== id || ALONE.has(event.key) || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) {
      asking.value = { line: id, refusal: "Keys with Ctrl belong to the browser." };
      return;
    }
    const refusal = giveKey(line, nameOf(event));
    asking.value = { line: refusal ? id : "", refusal };
  };
  return (
    <button
      type="button"
      class={`m-key ${waits ? "waits" : ""}`}
      aria-label={`${line.words}: ${keysOf(line).map(printed).join(" or ")}. Press to change`}
      onClick={() => {
        asking.value = { line: waits ? "" : id, refusal: "" };
      }}
      onKeyDown={hear}
      onBlur={() => {
        if (asking.peek().line === id) asking.value = { line: "", refusal: "" };
      }}
      data-testid={`key-${id}`}
    >
      {waits ? <i>press a key</i> : keysOf(line).map((key) => <kbd key={key}>{printed(key)}</kbd>)}
    </button>
  );
}

function KeyRow({ line, asking }: { line: KeyLine; asking: Signal<Asking> }) {
  const fixed = line.action === "number";
  const refusal = asking.value.line === idOf(line) ? asking.value.refusal : "";
  return (
    <>
      <tr>
        <td>{fixed ? <kbd>1 – 9</kbd> : <KeyButton line={line} asking={asking} />}</td>
        <td>{line.words}</td>
      </tr>
      {refusal && (
        <tr>
          <td colSpan={2} class="m-refusal" role="alert" data-testid="key-refusal">
            {refusal}
          </td>
        </tr>
      )}
    </>
  );
}

/** What units of this table can do; all there is, where no table is open. */
const isHere = ({ acts }: KeyLine, verbs: readonly string[]): boolean =>
  !acts || verbs.length === 0 || acts.some((one) => verbs.includes(one));

export function KeysSheet({ close, verbs = [] }: { close: () => void; verbs?: readonly string[] }) {
  const asking = useSignal<Asking>({ line: "", refusal: "" });
  const changed = Object.keys(settings.keys.value).length > 0;
  return (
    <Sheet title="Keys" onClose={close} testid="keys-sheet">
      <p class="k-small k-muted">
        Press a key of the list to choose another one for it. What units do has the same key in every game.
      </p>
      {GROUPS.map(({ title, where }) => (
        <section key={title}>
          <h3 class="m-section">{title}</h3>
          <table class="k-small m-keys">
            <tbody>
              {KEYS.filter((line) => line.where[0] && where.includes(line.where[0]) && isHere(line, verbs)).map(
                (line) => (
                  <KeyRow key={idOf(line)} line={line} asking={asking} />
                ),
              )}
            </tbody>
          </table>
        </section>
      ))}
      <div class="k-row k-wrap">
        {changed && (
          <Button
            onClick={() => {
              settings.keys.value = {};
            }}
            data-testid="keys-usual"
          >
            Back to the usual keys
          </Button>
        )}
        <Button onClick={close}>Close</Button>
      </div>
    </Sheet>
  );
}
