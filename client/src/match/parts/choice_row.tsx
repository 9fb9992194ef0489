// One answer of a list of sentences: its number, what it is and what it does, or why it is closed.
import type { Signal } from "@preact/signals";
import type { Refusal } from "../../protocol";

type ChoiceProps = {
  marked: Signal<number>;
  at: number;
  title: string;
  text: string;
  testid: string;
  refusal?: Refusal | null;
};

export function ChoiceButton({ marked, at, title, text, testid, refusal = null }: ChoiceProps) {
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
        <span class="k-small k-muted m-under">{refusal ? refusal.sentence : text}</span>
      </span>
    </button>
  );
}
