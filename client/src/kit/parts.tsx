// Small parts: panel, bar, keys, waiting outlines, error box, copy button.
import { Check, Copy as CopyIcon, RotateCcw } from "lucide-preact";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, type ButtonKind } from "./button";
import { toast } from "./toast";

type PanelProps = {
  title?: ComponentChildren;
  /** Small words at the right of the title. */
  aside?: ComponentChildren;
  foot?: ComponentChildren;
  /** Level of the heading. */
  level?: 2 | 3;
  /** Without padding, for lists and tables that reach the edge. */
  bare?: boolean;
  children?: ComponentChildren;
} & Omit<JSX.HTMLAttributes<HTMLElement>, "title">;

/** A white call-out box. */
export function Panel({ title, aside, foot, level = 2, bare, children, class: more, ...rest }: PanelProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section {...rest} class={`k-panel ${typeof more === "string" ? more : ""}`}>
      {(title || aside) && (
        <div class="k-panel-head">
          {title && <Heading style={{ fontSize: "var(--size-17)" }}>{title}</Heading>}
          <span class="k-grow" />
          {aside && <span class="k-tiny k-muted">{aside}</span>}
        </div>
      )}
      {bare ? children : <div class="k-panel-body">{children}</div>}
      {foot && <div class="k-panel-foot">{foot}</div>}
    </section>
  );
}

/** A bar filled to a share from 0 to 1, with its words for those who do not see it. */
export function Bar({ share, label, colour }: { share: number; label: string; colour?: string }) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  return (
    <div class="k-bar" role="img" aria-label={label}>
      <i style={{ width, ...(colour && { background: colour }) }} />
    </div>
  );
}

/** Grey brick outlines where content comes; after two seconds the words say what is awaited. */
export function Skeleton({ rows = 3, awaiting }: { rows?: number; awaiting: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  const widths = ["100%", "82%", "91%", "74%"];
  return (
    <div class="k-skeleton" role="status" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div class="k-brick" key={row} style={{ width: widths[row % widths.length] ?? "100%" }} />
      ))}
      <p class={late ? "k-small k-muted" : "k-spoken"}>{awaiting}</p>
    </div>
  );
}

type ErrorBoxProps = {
  sentence: ComponentChildren;
  /** What was kept, in a sentence. */
  kept?: ComponentChildren;
  retry?: () => void;
  /** What to copy for whoever looks into it: match id, version, what was done. */
  report?: string;
};

/** What went wrong, what was kept, and what to do. */
export function ErrorBox({ sentence, kept, retry, report }: ErrorBoxProps) {
  return (
    <div class="k-error" role="alert">
      <p class="k-strong">{sentence}</p>
      {kept && <p>{kept}</p>}
      {(retry || report) && (
        <div class="k-row k-wrap">
          {retry && (
            <Button icon={RotateCcw} onClick={retry}>
              Try again
            </Button>
          )}
          {report && <Copy text={report} label="Copy report" kind="quiet" />}
        </div>
      )}
    </div>
  );
}

/** Put text on the clipboard; false when the browser does not allow it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// Without https and outside localhost browsers have no clipboard object; the old way still works there.
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  field.remove();
  return done;
}

type CopyProps = { text: string; label: string; kind?: ButtonKind; big?: boolean; testid?: string };

/** A button that copies and says so. */
export function Copy({ text, label, kind = "plain", big, testid }: CopyProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), 2500);
    return () => clearTimeout(timer);
  }, [done]);
  const copy = async () => {
    const worked = await copyText(text);
    setDone(worked);
    if (!worked) toast("The browser did not allow copying. Mark the text and copy it by hand.");
  };
  return (
    <Button kind={kind} {...(big && { big })} icon={done ? Check : CopyIcon} onClick={copy} data-testid={testid}>
      <span aria-live="polite">{done ? "Copied" : label}</span>
    </Button>
  );
}
