// Printing waits until every card has come, by the button and by Ctrl+P. What the menu of the browser prints cannot wait:
// there the paper says that some are on the way.
import { useEffect, useState } from "preact/hooks";

/** Print as soon as all is there; what the button does. */
export function usePrinting(isReady: boolean): () => void {
  const [wanted, want] = useState(false);
  useEffect(() => {
    if (!wanted || !isReady) return;
    want(false);
    print();
  }, [wanted, isReady]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (isReady || !isPrint || event.shiftKey) return;
      event.preventDefault();
      want(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isReady]);
  return () => want(true);
}
