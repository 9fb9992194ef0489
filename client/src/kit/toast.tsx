// Short messages at the lower edge. They stay long enough to read and can be closed.
import { signal } from "@preact/signals";
import { X } from "lucide-preact";
import { Button } from "./button";
import { ClauseLink } from "./clause_link";

type Message = { id: number; sentence: string; clause: string; asks: boolean };

const shown = signal<Message[]>([]);
let count = 0;

const close = (id: number) => {
  shown.value = shown.value.filter((one) => one.id !== id);
};

/** Say something in passing; at most three at a time. */
export function toast(sentence: string, clause = ""): void {
  tell({ sentence, clause, asks: false });
}

/** Ask back before something is given: said until it is given, or until nobody is asked any more. */
export function askBack(sentence: string): void {
  tell({ sentence, clause: "", asks: true });
}

function tell(said: Omit<Message, "id">): void {
  count += 1;
  const id = count;
  const { sentence } = said;
  shown.value = [...shown.value.filter((one) => one.sentence !== sentence), { ...said, id }].slice(-3);
  // Reading speed: about 15 letters a second, at least six seconds.
  setTimeout(() => close(id), Math.max(6000, sentence.length * 66 + 3000));
}

/** Nothing more is said: what was asked back is answered. */
export const hush = (): void => {
  shown.value = [];
};

/** The question is over, whoever ended it: nothing of it is asked back any more. */
export const unask = (): void => {
  shown.value = shown.value.filter((one) => !one.asks);
};

/** The place where toasts appear; mounted once by the app. */
export function Toast() {
  return (
    <div class="k-toasts" role="status" aria-live="polite">
      {shown.value.map((one) => (
        <div class="k-toast" key={one.id}>
          <span class="k-grow">{one.sentence}</span>
          {one.clause && <ClauseLink clause={one.clause} />}
          <Button kind="quiet" iconOnly icon={X} onClick={() => close(one.id)}>
            Close message
          </Button>
        </div>
      ))}
    </div>
  );
}
