// Where the battles of this browser lie: its own file system, in files that only one tab can have open.
import type { Handle } from "./disk";

const FOLDER = "brickfield";
export const DATABASE = "house.db";
/** The database and the log beside it, which together are what was acknowledged. */
const FILES = [DATABASE, `${DATABASE}-wal`];
/** What was put aside: a database that was damaged, and the one before the program was brought up to date. */
const ASIDE = [`${DATABASE}.damaged`, `${DATABASE}.damaged-wal`, `${DATABASE}.before`];
const TRIES = 40;
const PAUSE_MS = 100;

interface SyncFile extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<Handle>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whoever had it may still be letting go. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left--) {
    try {
      return await work();
    } catch (fault) {
      if ((fault as DOMException).name !== "NoModificationAllowedError" || left === 0) throw fault;
      await pause(PAUSE_MS);
    }
  }
}

/** Delete everything that outlives the page. */
export async function forgetFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await patiently(() => root.removeEntry(FOLDER, { recursive: true })).catch((fault: DOMException) => {
    if (fault.name !== "NotFoundError") throw fault;
  });
}

/** The files that outlive the page; none where this browser refuses to keep anything. */
export async function keptFiles(): Promise<Map<string, Handle>> {
  const found = new Map<string, Handle>();
  let folder: FileSystemDirectoryHandle;
  try {
    const root = await navigator.storage.getDirectory();
    folder = await root.getDirectoryHandle(FOLDER, { create: true });
    for (const name of [...FILES, ...ASIDE]) {
      const file = (await folder.getFileHandle(name, { create: true })) as SyncFile;
      if (typeof file.createSyncAccessHandle !== "function") return new Map();
      found.set(name, await patiently(() => file.createSyncAccessHandle()));
    }
  } catch (fault) {
    for (const handle of found.values()) handle.close();
    if (["SecurityError", "NotAllowedError", "TypeError"].includes((fault as Error).name)) return new Map();
    throw fault;
  }
  return found;
}
