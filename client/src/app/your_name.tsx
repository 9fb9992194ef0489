// The name others see: asked once, where somebody invites or joins, and kept on this device. It may stay empty.
import { useState } from "preact/hooks";
import { settings } from "../kit";

const LONGEST = 24;

/** Asks for a name as long as none is kept; `changed` hears it when the field is left. */
export function YourName({ note, changed }: { note: string; changed?: (name: string) => void }) {
  // while it is typed the field must not go away
  const [isAsked] = useState(() => settings.name.value === "");
  if (!isAsked) return null;
  return (
    <label class="k-column a-your-name">
      <span>
        <span class="k-strong">Your name</span> <span class="k-small k-muted">{note}</span>
      </span>
      <input
        class="k-field"
        maxLength={LONGEST}
        autoComplete="nickname"
        value={settings.name.value}
        onInput={(event) => (settings.name.value = event.currentTarget.value.slice(0, LONGEST))}
        onBlur={() => changed?.(settings.name.value.trim())}
        data-testid="your-name"
      />
    </label>
  );
}
