import { expect, test } from "vitest";
import { Disk, errnoOf, type Handle, MemoryFile } from "./disk";
import type { FileSystem, FsNode } from "./python";

class Errno extends Error {
  constructor(readonly errno: number) {
    super(String(errno));
  }
}

/** As much of a file system as a folder needs. */
class FakeSystem {
  ErrnoError = Errno;
  root: FsNode | undefined;
  made: string[] = [];
  private count = 0;
  createNode(parent: FsNode | null, name: string, mode: number): FsNode {
    this.count += 1;
    this.made.push(name);
    return { id: this.count, name, mode, parent: parent as FsNode, node_ops: {}, stream_ops: {} };
  }
  isDir = (mode: number): boolean => (mode & 0o170000) === 0o40000;
  mkdirTree(): void {}
  mount(type: { mount: () => FsNode }): void {
    this.root = type.mount();
  }
}

type Folder = { mknod(parent: FsNode, name: string, mode: number): FsNode; unlink(parent: FsNode, name: string): void };
type Streams = Record<
  "read" | "write",
  (s: object, b: Uint8Array, from: number, size: number, at: number) => number
> & {
  fsync(stream: object): number;
};

function mounted(kept: Map<string, Handle>) {
  const system = new FakeSystem();
  const disk = new Disk(system as unknown as FileSystem, kept);
  disk.mount("/data");
  const root = system.root as FsNode;
  return { system, disk, root, folder: root.node_ops as Folder };
}

test("a file in memory is read as it was written, and grows with zeros", () => {
  const file = new MemoryFile();
  file.write(new Uint8Array([1, 2, 3]), { at: 2 });
  const found = new Uint8Array(8);
  expect(file.read(found, { at: 0 })).toBe(5);
  expect([...found]).toEqual([0, 0, 1, 2, 3, 0, 0, 0]);
  file.truncate(3);
  file.truncate(5);
  expect(file.read(found, { at: 0 })).toBe(5);
  expect([...found.slice(0, 5)]).toEqual([0, 0, 1, 0, 0]);
  expect(file.read(found, { at: 9 })).toBe(0);
});

test("what is kept is there when the folder is mounted, an empty file is not", () => {
  const full = new MemoryFile();
  full.write(new Uint8Array(4), { at: 0 });
  const { system } = mounted(
    new Map([
      ["a.db", full],
      ["a.db-wal", new MemoryFile()],
    ]),
  );
  expect(system.made).toEqual(["/", "a.db"]);
});

test("a flush of one file is a flush below", () => {
  let flushed = 0;
  const handle = Object.assign(new MemoryFile(), { flush: () => (flushed += 1) });
  const { root, folder } = mounted(new Map([["a.db", handle as unknown as Handle]]));
  const node = folder.mknod(root, "a.db", 0o100600);
  const streams = node.stream_ops as Streams;
  expect(streams.write({ node }, new Uint8Array([9, 8, 7, 6]), 1, 2, 0)).toBe(2);
  expect(streams.fsync({ node })).toBe(0);
  expect(flushed).toBe(1);
  const found = new Uint8Array(2);
  handle.read(found, { at: 0 });
  expect([...found]).toEqual([8, 7]);
});

test("no space is said as such, everything else is a broken disk", () => {
  expect(errnoOf(new DOMException("", "QuotaExceededError"))).toBe(51);
  expect(errnoOf(new Error("torn"))).toBe(29);
  const full = Object.assign(new MemoryFile(), {
    write: () => {
      throw new DOMException("", "QuotaExceededError");
    },
  });
  const { root, folder } = mounted(new Map([["a.db", full as Handle]]));
  const node = folder.mknod(root, "a.db", 0o100600);
  const streams = node.stream_ops as Streams;
  expect(() => streams.write({ node }, new Uint8Array(1), 0, 1, 0)).toThrow(expect.objectContaining({ errno: 51 }));
});
