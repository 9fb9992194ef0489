// Keyboard keys as they are drawn beside words.

/** Keyboard keys as they are drawn on buttons: "Alt T" gives two. */
export function Keys({ keys }: { keys: string }) {
  return <kbd>{keys}</kbd>;
}
