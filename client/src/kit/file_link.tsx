// A file of the server to take home.
import type { ComponentChildren } from "preact";
import { carrier } from "./carrier";
import { toast } from "./toast";

/** The name the server gives a file. */
export function fileName(response: Response, path: string): string {
  const said = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "");
  return said?.[1] ?? path.split("/").at(-1) ?? "brickfield";
}

/** Hands a file to whoever keeps the files of this device. */
export function saveFile(name: string, what: Blob): void {
  const address = URL.createObjectURL(what);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function fetched(path: string): Promise<void> {
  const response = await carrier()
    .fetch(path)
    .catch(() => undefined);
  if (!response?.ok) toast("The file could not be made. Try again in a moment.");
  else saveFile(fileName(response, path), await response.blob());
}

/** A link to a file; where no network leads to it, it is fetched and handed over. */
export function FileLink({ path, children }: { path: string; children?: ComponentChildren }) {
  const follow = (event: MouseEvent) => {
    if (carrier().isNetwork) return;
    event.preventDefault();
    void fetched(path);
  };
  return (
    <a href={path} onClick={follow} download>
      {children}
    </a>
  );
}
