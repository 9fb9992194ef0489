// Choosing: segments, tabs, a switch, a number with steps. All by keyboard as the platform's own.
import { Minus, Plus } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button } from "./button";

export type Choice<T extends string | number> = { value: T; label: ComponentChildren; title?: string };

type ChoiceProps<T extends string | number> = {
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange: (value: T) => void;
  small?: boolean;
  testid?: string;
};

/** The index an arrow key leads to, or undefined for other keys. */
function step(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return (index + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (index + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

function useArrows<T extends string | number>(choices: readonly Choice<T>[], onChange: (value: T) => void) {
  const host = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent, index: number) => {
    const next = step(event.key, index, choices.length);
    const choice = next === undefined ? undefined : choices[next];
    if (next === undefined || !choice) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(choice.value);
    (host.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return { host, press };
}

/** One of a few, side by side. */
export function Segmented<T extends string | number>(props: ChoiceProps<T>) {
  const { label, value, choices, onChange, small, testid } = props;
  const { host, press } = useArrows(choices, onChange);
  const known = choices.some((choice) => choice.value === value);
  return (
    <div
      class={`k-segmented ${small ? "small" : ""}`}
      role="radiogroup"
      aria-label={label}
      ref={host}
      data-testid={testid}
    >
      {choices.map((choice, index) => (
        <button
          type="button"
          role="radio"
          key={choice.value}
          title={choice.title}
          aria-checked={choice.value === value}
          tabIndex={choice.value === value || (!known && index === 0) ? 0 : -1}
          onClick={() => onChange(choice.value)}
          onKeyDown={(event) => press(event, index)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

/** Tabs; the caller shows the panel and gives it the id `${id}-panel`. */
export function Tabs<T extends string | number>(props: ChoiceProps<T> & { id: string }) {
  const { label, value, choices, onChange, small, id, testid } = props;
  const { host, press } = useArrows(choices, onChange);
  return (
    <div class={`k-tabs ${small ? "small" : ""}`} role="tablist" aria-label={label} ref={host} data-testid={testid}>
      {choices.map((choice, index) => (
        <button
          type="button"
          role="tab"
          key={choice.value}
          title={choice.title}
          aria-selected={choice.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChange(choice.value)}
          onKeyDown={(event) => press(event, index)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

type ToggleProps = {
  on: boolean;
  onChange: (on: boolean) => void;
  label: ComponentChildren;
  note?: ComponentChildren;
  testid?: string;
};

/** A switch with its words; the whole row is the target. */
export function Toggle({ on, onChange, label, note, testid }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      class="k-toggle"
      onClick={() => onChange(!on)}
      data-testid={testid}
    >
      <span class="k-track" aria-hidden="true" />
      <span class="k-grow">
        {label}
        {note && (
          <span class="k-small k-muted" style={{ display: "block" }}>
            {note}
          </span>
        )}
      </span>
    </button>
  );
}

type NumberRowProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  /** How the value is written, with its unit. */
  show?: (value: number) => string;
  /** The number can be typed too: for ranges too wide to step through. */
  typed?: boolean;
};

type TypedProps = { label: string; value: number; min: number; max: number; set: (value: number) => void };

/** The number as a field. A number on its way, such as the 1 of 18, stands as it was typed until the field is left. */
function TypedNumber({ label, value, min, max, set }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string): number | null => (text.trim() === "" ? null : Math.round(Number(text)));
  const leave = () => {
    const meant = typed === null ? null : read(typed);
    setTyped(null);
    if (meant !== null && Number.isFinite(meant) && meant !== value) set(meant);
  };
  return (
    <input
      class="k-field k-typed"
      type="number"
      inputMode="numeric"
      aria-label={label}
      value={typed ?? value}
      min={min}
      max={max}
      onInput={(event) => {
        const next = read(event.currentTarget.value);
        setTyped(event.currentTarget.value);
        if (next !== null && next >= min && next <= max) set(next);
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === "Enter" && leave()}
    />
  );
}

/** A number with minus and plus. At an end the button stays and does nothing more. */
export function NumberRow(props: NumberRowProps) {
  const { label, value, onChange, min = 0, max = 999, step: by = 1, show = String, typed } = props;
  const set = (next: number) => onChange(Math.min(max, Math.max(min, next)));
  return (
    <div class="k-number-row" role="group" aria-label={label}>
      <Button iconOnly icon={Minus} aria-disabled={value <= min} onClick={() => set(value - by)}>
        {`${label}: less`}
      </Button>
      {typed ? (
        <TypedNumber label={label} value={value} min={min} max={max} set={set} />
      ) : (
        <output class="k-value">{show(value)}</output>
      )}
      <Button iconOnly icon={Plus} aria-disabled={value >= max} onClick={() => set(value + by)}>
        {`${label}: more`}
      </Button>
    </div>
  );
}
