// Questions asked while something is dragged: one on its way at a time, and of those waiting only the newest.

/** Asks with the newest value; while one question is on its way only the last further one is kept. */
export function newestOnly<A>(
  ask: (about: A) => Promise<unknown>,
  hear: (result: unknown, about: A) => void,
): (about: A) => void {
  let busy = false;
  let next: { about: A } | null = null;
  const run = async (about: A): Promise<void> => {
    busy = true;
    const result = await ask(about);
    busy = false;
    hear(result, about);
    if (next && !busy) {
      const { about: waiting } = next;
      next = null;
      void run(waiting);
    }
  };
  return (about) => {
    if (busy) next = { about };
    else void run(about);
  };
}
