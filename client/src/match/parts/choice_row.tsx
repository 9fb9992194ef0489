// One answer of a list of sentences: its number, what it is and what it does.
import type { Signal } from "@preact/signals";

type ChoiceProps = { marked: Signal<number>; at: number; title: string; text: string; testid: string };

export function ChoiceButton({ marked, at, title, text, testid }: ChoiceProps) {
  return (
    <button
      type="button"
      class={`m-row ${marked.value === at ? "asked" : ""}`}
      aria-pressed={marked.value === at}
      onClick={() => {
        marked.value = at;
      }}
      data-testid={testid}
    >
      <kbd>{at < 9 ? at + 1 : "·"}</kbd>
      <span class="k-grow">
        <b>{title}</b>
        <span class="k-small k-muted m-under">{text}</span>
      </span>
    </button>
  );
}
