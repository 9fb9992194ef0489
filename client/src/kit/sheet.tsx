// What lies over the page: a side sheet that leaves the table usable, and a dialog that does not.
import { GripVertical, X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button";
import { noFling } from "./touch";

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

/** How much of a sheet stays on the screen wherever it is moved, and how far an arrow key moves it, in pixels. */
const LEFT_OVER = 96;
const NUDGE = 32;
const ARROWS: Record<string, [number, number]> = {
  ...{ ArrowLeft: [-NUDGE, 0], ArrowRight: [NUDGE, 0], ArrowUp: [0, -NUDGE], ArrowDown: [0, NUDGE] },
};

/** Where a sheet may be moved to: its head can always be taken again. */
export function keptOnScreen(at: [number, number], rest: DOMRect, screen: { width: number; height: number }) {
  const bound = (value: number, low: number, high: number): number =>
    Math.min(Math.max(value, low), Math.max(low, high));
  return [
    bound(at[0], LEFT_OVER - rest.right, screen.width - LEFT_OVER - rest.left),
    bound(at[1], 0 - rest.top, screen.height - LEFT_OVER / 2 - rest.top),
  ] as [number, number];
}

/** Moving a sheet by its head, with a pointer or with the arrow keys on its grip, to see what lies behind. */
function useMoving(host: { current: HTMLDivElement | null }) {
  const [at, setAt] = useState<[number, number]>([0, 0]);
  const from = useRef<{ x: number; y: number; at: [number, number] } | null>(null);
  const move = (to: [number, number]): void => {
    const now = host.current?.getBoundingClientRect();
    if (!now) return;
    const rest = new DOMRect(now.x - at[0], now.y - at[1], now.width, now.height);
    setAt(keptOnScreen(to, rest, { width: window.innerWidth, height: window.innerHeight }));
  };
  return {
    at,
    down: (event: PointerEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest("button, a") && !target.closest(".k-grip")) return;
      from.current = { x: event.clientX, y: event.clientY, at };
      (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
    },
    drag: (event: PointerEvent): void => {
      const start = from.current;
      if (start) move([start.at[0] + event.clientX - start.x, start.at[1] + event.clientY - start.y]);
    },
    up: (): void => {
      from.current = null;
    },
    press: (event: KeyboardEvent): void => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      move([at[0] + by[0], at[1] + by[1]]);
    },
  };
}

/** A sheet at the side; the page behind stays usable. Esc closes it and the focus goes back where it was. */
export function Sheet({ title, onClose, children, testid }: OverProps) {
  const host = useRef<HTMLDivElement>(null);
  const moving = useMoving(host);
  const moved = moving.at[0] !== 0 || moving.at[1] !== 0;
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
    <div
      class={`k-sheet ${moved ? "moved" : ""}`}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      ref={host}
      style={moved ? { translate: `${moving.at[0]}px ${moving.at[1]}px` } : undefined}
      data-testid={testid}
    >
      <div
        class="k-over-head k-movable"
        onPointerDown={moving.down}
        onPointerMove={moving.drag}
        onPointerUp={moving.up}
        onPointerCancel={moving.up}
        {...noFling}
      >
        <Button kind="quiet" iconOnly icon={GripVertical} class="k-grip" onKeyDown={moving.press}>
          Move this sheet
        </Button>
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
