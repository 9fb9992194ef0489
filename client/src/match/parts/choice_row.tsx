// One answer of a list of sentences: its number, what it is and what it does, or why it is closed.
import type { Signal } from "@preact/signals";
import { percent } from "../../kit";
import type { Refusal, Weighed } from "../../protocol";

type ChoiceProps = {
  marked: Signal<number>;
  at: number;
  title: string;
  text: string;
  testid: string;
  refusal?: Refusal | null;
  weighed?: readonly Weighed[];
};

/** What an answer changes: as it is without it, and as it is with it. */
export function Change({ change: { of, without, with_it, percent: chance } }: { change: Weighed }) {
  const words = (value: number) => (chance ? percent(value) : String(value));
  return (
    <span class="m-weighed" data-testid="weighed">
      {of}{" "}
      <span class="m-from-to">
        {words(without)} <span aria-hidden="true">→ </span>
        <span class="k-spoken"> becomes </span>
        <b class="m-then">{words(with_it)}</b>
      </span>
    </span>
  );
}

export function ChoiceButton({ marked, at, title, text, testid, refusal = null, weighed = [] }: ChoiceProps) {
  const chosen = marked.value === at;
  return (
    <button
      type="button"
      class={`m-row ${refusal ? "cannot" : ""} ${chosen && !refusal ? "asked" : chosen ? "chosen" : ""}`}
      aria-pressed={chosen}
      onClick={() => {
        marked.value = at;
      }}
      data-testid={testid}
    >
      <kbd>{at < 9 ? at + 1 : "·"}</kbd>
      <span class="k-grow">
        <b>{title}</b>
        {!refusal && weighed.map((change) => <Change key={change.of} change={change} />)}
        <span class="k-small k-muted m-under">{refusal ? refusal.sentence : text}</span>
      </span>
    </button>
  );
}
