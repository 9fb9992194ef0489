// A link as a picture for the camera of a phone across the table. The library that works it out comes with the first one.
import { useEffect, useState } from "preact/hooks";

/** A square of dark and light fields. */
export type Fields = { readonly size: number; get(x: number, y: number): boolean };

// Light fields a reader needs around the code.
const MARGIN = 4;

/** The dark fields as one path, each run of a row as one bar. */
export function pathOf({ size, get }: Fields): string {
  const bars: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!get(x, y)) continue;
      const from = x;
      while (x < size && get(x, y)) x += 1;
      bars.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  }
  return bars.join("");
}

/** Whether an address leads to this very computer only, so that no phone can follow it. */
export function isOnlyHere(address: string): boolean {
  const { hostname } = new URL(address, location.href);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

/** The code of an address, and why a phone may not reach it. Without the library the link itself is enough. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const [fields, setFields] = useState<Fields>();
  useEffect(() => {
    let left = false;
    import("lean-qr").then(
      ({ generate }) => {
        if (!left) setFields(generate(address));
      },
      () => {
        // The link beside it can still be copied.
      },
    );
    return () => {
      left = true;
    };
  }, [address]);
  const wide = (fields?.size ?? 0) + 2 * MARGIN;
  return (
    <figure class="k-qr">
      {fields && (
        <svg
          viewBox={`${-MARGIN} ${-MARGIN} ${wide} ${wide}`}
          shape-rendering="crispEdges"
          role="img"
          aria-label={label}
          data-testid="qr"
        >
          <path d={pathOf(fields)} />
        </svg>
      )}
      <figcaption class="k-small k-muted">
        {isOnlyHere(address)
          ? "For a phone: start the server with HOST=0.0.0.0 and open this page under the computer's own address. The present one works on this computer only."
          : "Or point the camera of a phone at it."}
      </figcaption>
    </figure>
  );
}
