// Short messages at the lower edge. They stay long enough to read and can be closed.
import { signal } from "@preact/signals";
import { X } from "lucide-preact";
import { Button } from "./button";
import { ClauseLink } from "./clause_link";

type Message = { id: number; sentence: string; clause: string };

const shown = signal<Message[]>([]);
let count = 0;

const close = (id: number) => {
  shown.value = shown.value.filter((one) => one.id !== id);
};

/** Say something in passing; at most three at a time. */
export function toast(sentence: string, clause = ""): void {
  count += 1;
  const id = count;
  shown.value = [...shown.value.filter((one) => one.sentence !== sentence), { id, sentence, clause }].slice(-3);
  // Reading speed: about 15 letters a second, at least six seconds.
  setTimeout(() => close(id), Math.max(6000, sentence.length * 66 + 3000));
}

/** Nothing more is said: what was asked back is answered. */
export const hush = (): void => {
  shown.value = [];
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
