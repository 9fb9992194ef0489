// Rows of an army list: a unit with its numbers, what it may have on top, and a piece of terrain.
import { Minus, Plus } from "lucide-preact";
import { Button } from "../../kit";
import type { CardFace, UpgradeFace } from "../../protocol";

export type Row = {
  text: string;
  title: string;
  card: CardFace | undefined;
  own: boolean;
  /** What it may still have on top, or has already. */
  upgrade?: { face: UpgradeFace; on: boolean } | undefined;
};

type RowProps = Row & { count: number; change: (by: number) => void; toggle?: () => void };

function UpgradeButton({ title, upgrade, toggle }: Pick<RowProps, "title" | "upgrade" | "toggle">) {
  if (!upgrade) return null;
  const { face, on } = upgrade;
  return (
    <button
      type="button"
      class="k-chip a-upgrade"
      aria-pressed={on}
      aria-label={on ? `${title}: without ${face.title}` : `${title}: with ${face.title}, ${face.cost} points more`}
      title={face.text}
      onClick={toggle}
    >
      {on ? `${face.title} ×` : `+ ${face.title}`}
    </button>
  );
}

export function UnitRow({ title, card, own, count, change, upgrade, toggle }: RowProps) {
  return (
    <li class={`a-unit ${count > 0 ? "chosen" : ""}`}>
      <span class="a-unit-count">{count > 0 ? `${count}×` : ""}</span>
      <span class="k-grow">
        <span class="k-strong">{title}</span> {own && <span class="k-chip">yours</span>}
        <span class="a-unit-numbers">
          {card?.numbers
            .filter((number) => number.id !== "cost")
            .map((number) => (
              <span key={number.id} title={number.title}>{`${number.short} ${number.value}`}</span>
            ))}
          <span class="a-unit-traits">{card?.traits.join(", ")}</span>
        </span>
        {count > 0 && <UpgradeButton title={title} upgrade={upgrade} {...(toggle && { toggle })} />}
      </span>
      {card && (
        <span class="a-unit-cost" title="points">
          {card.cost}
        </span>
      )}
      <Button iconOnly icon={Minus} aria-disabled={count === 0} onClick={() => change(-1)}>
        {`One ${title} less`}
      </Button>
      <Button iconOnly icon={Plus} onClick={() => change(1)}>
        {`One ${title} more`}
      </Button>
    </li>
  );
}
