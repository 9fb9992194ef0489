// What lies over the page: a side sheet that leaves the table usable, and a dialog that does not.
import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button";

type OverProps = {
  title: ComponentChildren;
  onClose: () => void;
  children?: ComponentChildren;
  testid?: string;
};

/** A sheet at the side; the page behind stays usable. Esc closes it and the focus goes back where it was. */
export function Sheet({ title, onClose, children, testid }: OverProps) {
  const host = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    host.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      class="k-sheet"
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      ref={host}
      onKeyDown={press}
      data-testid={testid}
    >
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
