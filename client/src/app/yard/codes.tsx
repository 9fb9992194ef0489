// Sharing by code: copy what stands here, paste what somebody gave you.
import { useState } from "preact/hooks";
import { Button, Copy } from "../../kit";
import type { Refusal } from "../../protocol";
import { useWanted } from "../late";

type CodesProps = {
  code: string;
  noun: string;
  /** Take a code; a refusal when it cannot be read. */
  take: (code: string) => Promise<Refusal | undefined>;
};

export function Codes({ code, noun, take }: CodesProps) {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const ask = useWanted(typed);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    const isWanted = ask();
    const fault = await take(typed.trim());
    // a code typed meanwhile stays, and is not blamed for the one before it
    if (!isWanted()) return;
    setRefusal(fault);
    if (!fault) setTyped("");
  };
  return (
    <div class="k-box y-codes">
      <div class="k-row k-wrap">
        <span class="k-grow">
          Code:{" "}
          <b class="k-mono" data-testid="design-code">
            {code}
          </b>
        </span>
        <Copy text={code} label="Copy code" kind="quiet" />
      </div>
      <form class="k-row" onSubmit={submit}>
        <input
          class="k-field k-mono"
          aria-label={`A code of ${noun} you were given`}
          placeholder={`A code of ${noun} you were given`}
          maxLength={2000}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Open it</Button>
      </form>
      {refusal && (
        <p class="k-small k-bad" role="alert">
          {refusal.sentence}
        </p>
      )}
    </div>
  );
}
