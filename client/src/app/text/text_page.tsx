// A page in text mode: headings, lists, numbered answers and one line to type into.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { textMode, useTitle } from "../../kit";

export type TextPart = { heading: string; lines: readonly string[] };
export type TextAnswer = { words: string; act: () => unknown };

type TextPageProps = {
  title: string;
  parts?: readonly TextPart[];
  answers: readonly TextAnswer[];
  /** What to do with typed words that are no number; without it they are answered by a hint. */
  onWords?: (words: string) => void;
  hint?: string;
  /** The last thing that happened, read aloud. */
  told?: string;
  children?: ComponentChildren;
};

/** The answer a typed line means: a number from 1, or undefined. */
export function answerNumber(line: string, count: number): number | undefined {
  const typed = line.trim();
  if (!/^\d{1,3}$/.test(typed)) return undefined;
  const number = Number(typed);
  return number >= 1 && number <= count ? number : undefined;
}

function TypedLine({ answers, onWords, hint }: Pick<TextPageProps, "answers" | "onWords" | "hint">) {
  const [line, setLine] = useState("");
  const [said, setSaid] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    const number = answerNumber(line, answers.length);
    const words = line.trim();
    setLine("");
    if (words === "") return;
    setSaid("");
    if (number !== undefined) answers[number - 1]?.act();
    else if (onWords && !/^\d+$/.test(words)) onWords(words);
    else setSaid(`There is no answer "${words}". Type a number from 1 to ${answers.length}.`);
  };
  return (
    <form onSubmit={send}>
      <label for="text-line">{hint ?? "Type the number of an answer"}</label>
      <input
        id="text-line"
        class="k-field"
        autocomplete="off"
        value={line}
        onInput={(event) => setLine(event.currentTarget.value)}
        data-testid="text-line"
      />
      <p role="status">{said}</p>
    </form>
  );
}

export function TextPage({ title, parts = [], answers, onWords, hint, told, children }: TextPageProps) {
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  const all: TextAnswer[] = [...answers, { words: "Leave text mode", act: () => (textMode.value = false) }];
  return (
    <main class="a-text" data-testid="text-page">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p role="status" aria-live="polite">
        {told ?? ""}
      </p>
      {parts.map((part) => (
        <section key={part.heading}>
          <h2>{part.heading}</h2>
          <ul>
            {part.lines.map((line, index) => (
              <li key={`${index}${line}`}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      {children}
      <h2>Answers</h2>
      <ol>
        {all.map((answer, index) => (
          <li key={answer.words}>
            <button type="button" onClick={() => answer.act()} data-testid={`answer-${index + 1}`}>
              {`${index + 1}: ${answer.words}`}
            </button>
          </li>
        ))}
      </ol>
      <TypedLine answers={all} {...(onWords && { onWords })} {...(hint && { hint })} />
    </main>
  );
}
