// A part of the site that is fetched when it is needed, with outlines while it comes and a sentence when it does not.
import type { ComponentType } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { ErrorBox, Skeleton } from "../kit";

type Fetched<P> = { state: "coming" } | { state: "failed" } | { state: "here"; View: ComponentType<P> };

type LaterProps<P> = { load: () => Promise<ComponentType<P>>; awaiting: string } & P;

export function Later<P extends object>({ load, awaiting, ...rest }: LaterProps<P>) {
  const [fetched, setFetched] = useState<Fetched<P>>({ state: "coming" });
  // The loader is a new function on every render; only the first one and a retry are meant.
  const start = useCallback(() => {
    setFetched({ state: "coming" });
    load().then(
      (View) => setFetched({ state: "here", View }),
      () => setFetched({ state: "failed" }),
    );
  }, []);
  useEffect(start, [start]);
  if (fetched.state === "here") {
    const { View } = fetched;
    return <View {...(rest as unknown as P)} />;
  }
  return (
    <div class="a-waiting">
      {fetched.state === "coming" ? (
        <Skeleton rows={4} awaiting={awaiting} />
      ) : (
        <ErrorBox
          sentence="A part of the page could not be fetched."
          kept="Nothing was changed. A newer version may have been put up: then load the page again."
          retry={start}
        />
      )}
    </div>
  );
}
