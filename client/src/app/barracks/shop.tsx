// The parade ground as the builder shows it.
import { useSet, useShown, type WorkProps } from "../builder/shop";
import { UnitEditor } from "./unit";
import { type Draft, draftOf, textOf } from "./units";

export function FiguresShop({ game, yard, text, built, change }: WorkProps) {
  const read = built && built.text === text ? draftOf(built, text in game.catalogue.cards) : undefined;
  const [draft, write] = useSet<Draft>(text, read, textOf);
  const shown = useShown(built);
  if (!draft || !shown) return <p class="k-muted">Calling the unit.</p>;
  return <UnitEditor yard={yard} built={shown} draft={draft} change={(next) => change(write(next))} />;
}
