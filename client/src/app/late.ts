// Answers that come late: they count only while nothing has happened that makes them old.
import { useEffect, useRef } from "preact/hooks";

/**
 * For questions about something people go on changing. Call it when asking; what it gives tells, when the answer is
 * there, whether that is still wanted: `about` is unchanged, nothing was asked after it, the page was not left.
 */
export function useWanted(about: unknown): () => () => boolean {
  const state = useRef({ about, asked: 0 });
  state.current.about = about;
  useEffect(
    () => () => {
      state.current.asked += 1;
    },
    [],
  );
  return () => {
    const then = state.current.about;
    state.current.asked += 1;
    const mine = state.current.asked;
    return () => state.current.asked === mine && state.current.about === then;
  };
}
