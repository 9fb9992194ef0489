// What the workshops of all games have in common: the text in hand, what was set last, and the card seen last.
import { useRef } from "preact/hooks";
import type { BuiltCard, GameCard, Yard } from "../../protocol";

export type WorkProps = {
  game: GameCard;
  yard: Yard;
  /** The text in hand, and what the server made of it, as soon as it has. */
  text: string;
  built: BuiltCard | undefined;
  change: (text: string) => void;
};

/** What is being set: as it was set last, else what the server made of the text. */
export function useSet<T>(
  text: string,
  read: T | undefined,
  write: (value: T) => string,
): [T | undefined, (value: T) => string] {
  const edited = useRef<{ text: string; value: T }>();
  const own = edited.current?.text === text ? edited.current.value : undefined;
  const set = (value: T): string => {
    edited.current = { text: write(value), value };
    return edited.current.text;
  };
  return [own ?? read, set];
}

/** The last card the server made: it stays in sight while a changed one is on its way there and back. */
export function useShown(built: BuiltCard | undefined): BuiltCard | undefined {
  const shown = useRef<BuiltCard>();
  shown.current = built ?? shown.current;
  return shown.current;
}
