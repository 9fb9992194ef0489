// The code that stands for all switches as they are, and one that somebody was given.
import { useEffect, useRef, useState } from "preact/hooks";
import { api, Button, ClauseLink, Copy, type Reply } from "../../kit";
import type { GameCard, Refusal } from "../../protocol";
import { useWanted } from "../late";
import { type Draft, optionsOf, withOptions } from "./draft";

type BlockProps = { game: GameCard; draft: Draft; change: (draft: Draft) => void };

/** The code of the switches as they stand, asked a moment after the last change; nothing until it has come. */
function useCode(game: GameCard, draft: Draft): Reply<{ code: string }> | undefined {
  const [code, setCode] = useState<{ asked: string; reply: Reply<{ code: string }> }>();
  const options = optionsOf(game, draft);
  const asked = JSON.stringify(options);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const reply = await api.rules({ game: game.id, options });
      if (current) setCode({ asked, reply });
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return code?.asked === asked ? code.reply : undefined;
}

export function CodeRow({ game, draft, change }: BlockProps) {
  const code = useCode(game, draft);
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<Refusal>();
  const ask = useWanted(draft.options);
  // seats and armies may change while a code is on its way
  const present = useRef(draft);
  present.current = draft;
  const take = async (event: Event) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    const isWanted = ask();
    const reply = await api.rules({ game: game.id, code: typed.trim() });
    if (!isWanted()) return;
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    setTyped((now) => (now === typed ? "" : now));
    change(withOptions(game, present.current, reply.value.options));
  };
  return (
    <div class="k-box a-code">
      <div class="k-row k-wrap">
        <span class="k-grow">
          Code of these rules: <b class="k-mono a-code-word">{code?.ok ? code.value.code : "..."}</b>
        </span>
        {code?.ok && <Copy text={code.value.code} label="Copy code" kind="quiet" />}
      </div>
      {code && !code.ok && (
        <p class="k-small k-bad">
          {code.refusal.sentence} <ClauseLink clause={code.refusal.clause} />
        </p>
      )}
      <form class="k-row" onSubmit={take}>
        <input
          class="k-field k-mono"
          aria-label="A code you were given"
          placeholder="A code you were given"
          maxLength={64}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Use it</Button>
      </form>
      {refusal && (
        <p class="k-small k-bad" role="alert">
          {refusal.sentence}
        </p>
      )}
    </div>
  );
}
