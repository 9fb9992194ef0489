// What lies over the page: a side sheet that leaves the table usable, and a dialog that does not.
import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button";

type OverProps = {
  title: ComponentChildren;
  onClose: () => void;
  children?: ComponentChildren;
  testid?: string;
};

/** The sheets that are open, the topmost last. */
const open: symbol[] = [];

/** Esc closes the topmost sheet wherever the focus is: a new question may have taken it from the sheet. */
function useEscape(onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  // at once and not after the next frame, which may be long in coming while the board is drawn
  useLayoutEffect(() => {
    const me = Symbol();
    open.push(me);
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || open.at(-1) !== me || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close.current();
    };
    window.addEventListener("keydown", press, true);
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener("keydown", press, true);
    };
  }, []);
}

/** A sheet at the side; the page behind stays usable. Esc closes it and the focus goes back where it was. */
export function Sheet({ title, onClose, children, testid }: OverProps) {
  const host = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEscape(onClose);
  useLayoutEffect(() => {
    const before = document.activeElement;
    host.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div class="k-sheet" role="dialog" aria-labelledby={heading} tabIndex={-1} ref={host} data-testid={testid}>
      <div class="k-over-head">
        <h2 id={heading}>{title}</h2>
        <Button kind="quiet" iconOnly icon={X} onClick={onClose}>
          Close
        </Button>
      </div>
      <div class="k-sheet-body">{children}</div>
    </div>
  );
}

type DialogProps = OverProps & { foot?: ComponentChildren };

/** A question over the page: native dialog, so the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children, foot, testid }: DialogProps) {
  const host = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = host.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const cancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      class="k-dialog"
      ref={host}
      aria-labelledby={heading}
      onCancel={cancel}
      onKeyDown={(event) => event.stopPropagation()}
      data-testid={testid}
    >
      <div class="k-over-head">
        <h2 id={heading}>{title}</h2>
        <Button kind="quiet" iconOnly icon={X} onClick={onClose}>
          Close
        </Button>
      </div>
      <div class="k-dialog-body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </dialog>
  );
}
