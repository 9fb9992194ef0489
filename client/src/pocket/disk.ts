// The disk of the interpreter: a folder whose files lie in the browser's own file system, so that what SQLite flushes is
// flushed there. What is not kept, lock files and the like, lies in memory.
import type { FileSystem, FsNode, Stream } from "./python";

/** A file that is read and written at once, as `FileSystemSyncAccessHandle` does it. */
export interface Handle {
  read(buffer: Uint8Array, options: { at: number }): number;
  write(buffer: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  getSize(): number;
  flush(): void;
  close(): void;
}

/** A file in memory. */
export class MemoryFile implements Handle {
  private bytes = new Uint8Array(0);
  private size = 0;

  read(buffer: Uint8Array, { at }: { at: number }): number {
    const found = this.bytes.subarray(Math.min(at, this.size), Math.min(at + buffer.length, this.size));
    buffer.set(found);
    return found.length;
  }

  write(buffer: Uint8Array, { at }: { at: number }): number {
    const end = at + buffer.length;
    if (end > this.bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.size));
      this.bytes = grown;
    }
    this.bytes.set(buffer, at);
    this.size = Math.max(this.size, end);
    return buffer.length;
  }

  truncate(size: number): void {
    if (size > this.size) this.write(new Uint8Array(size - this.size), { at: this.size });
    this.bytes.fill(0, size, this.size);
    this.size = size;
  }

  getSize = (): number => this.size;
  flush(): void {}
  close(): void {}
}

const NO_ENTRY = 44;
const IO = 29;
const NO_SPACE = 51;
const FOLDER = 0o40700;
const PLAIN = 0o100600;
const BLOCK = 4096;

/** Numbers of errors as the interpreter knows them: a full disk is told from a broken one. */
export function errnoOf(fault: unknown): number {
  return (fault as { name?: string } | null)?.name === "QuotaExceededError" ? NO_SPACE : IO;
}

/** A disk of one folder. `kept` are the files that outlive the page, by name; an empty one counts as not there. */
export class Disk {
  private readonly memory = new Map<string, MemoryFile>();

  constructor(
    private readonly fs: FileSystem,
    private readonly kept: ReadonlyMap<string, Handle>,
  ) {}

  /** Put the folder into the file system of the interpreter. */
  mount(path: string): void {
    this.fs.mkdirTree(path);
    this.fs.mount({ mount: () => this.root() }, {}, path);
  }

  /** Everything that was written is kept now. */
  flush(): void {
    for (const handle of this.kept.values()) handle.flush();
  }

  /** Let go of the files. */
  close(): void {
    for (const handle of this.kept.values()) handle.close();
  }

  private root(): FsNode {
    const root = this.node(null, "/", FOLDER);
    for (const [name, handle] of this.kept) if (handle.getSize() > 0) this.node(root, name, PLAIN);
    return root;
  }

  private node(parent: FsNode | null, name: string, mode: number): FsNode {
    const node = this.fs.createNode(parent, name, mode, 0);
    node.node_ops = this.fs.isDir(mode) ? this.ofFolder : this.ofFile;
    node.stream_ops = this.ofStream;
    return node;
  }

  private handle(name: string): Handle {
    // of copies made before a step there is one, the last, whatever its number
    const found =
      this.kept.get(name) ?? this.kept.get(name.replace(/\.before-\d+$/, ".before")) ?? this.memory.get(name);
    if (found) return found;
    const fresh = new MemoryFile();
    this.memory.set(name, fresh);
    return fresh;
  }

  /** What goes wrong below is an error number above. */
  private soundly<T>(work: () => T): T {
    try {
      return work();
    } catch (fault) {
      throw new this.fs.ErrnoError(errnoOf(fault));
    }
  }

  private readonly getattr = (node: FsNode) => {
    const size = this.fs.isDir(node.mode) ? BLOCK : this.handle(node.name).getSize();
    const then = new Date(0);
    return {
      ...{ dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size },
      ...{ atime: then, mtime: then, ctime: then, blksize: BLOCK, blocks: Math.ceil(size / BLOCK) },
    };
  };

  private readonly setattr = (node: FsNode, attributes: { size?: number; mode?: number }): void => {
    if (attributes.mode !== undefined) node.mode = attributes.mode;
    const { size } = attributes;
    if (size !== undefined) this.soundly(() => this.handle(node.name).truncate(size));
  };

  private readonly ofFile = { getattr: this.getattr, setattr: this.setattr };

  private readonly ofFolder = {
    getattr: this.getattr,
    setattr: this.setattr,
    lookup: (_parent: FsNode, _name: string): never => {
      // what is there has a node already
      throw new this.fs.ErrnoError(NO_ENTRY);
    },
    mknod: (parent: FsNode, name: string, mode: number): FsNode => {
      this.soundly(() => this.handle(name).truncate(0));
      return this.node(parent, name, mode);
    },
    unlink: (_parent: FsNode, name: string): void => {
      this.soundly(() => this.handle(name).truncate(0));
      this.memory.delete(name);
    },
    rename: (node: FsNode, _parent: FsNode, name: string): void => {
      const [from, to] = [this.handle(node.name), this.handle(name)];
      this.soundly(() => {
        const all = new Uint8Array(from.getSize());
        from.read(all, { at: 0 });
        to.truncate(0);
        to.write(all, { at: 0 });
        from.truncate(0);
      });
      this.memory.delete(node.name);
      node.name = name;
    },
    readdir: (): string[] => {
      const there = [...this.kept].filter(([, handle]) => handle.getSize() > 0).map(([name]) => name);
      return [".", "..", ...there, ...this.memory.keys()];
    },
  };

  private readonly ofStream = {
    read: (stream: Stream, buffer: Uint8Array, offset: number, length: number, at: number): number =>
      this.soundly(() => this.handle(stream.node.name).read(buffer.subarray(offset, offset + length), { at })),
    write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, at: number): number =>
      this.soundly(() => this.handle(stream.node.name).write(buffer.subarray(offset, offset + length), { at })),
    llseek: (stream: Stream, offset: number, whence: number): number => {
      if (whence === 1) return offset + stream.position;
      return whence === 2 ? offset + this.handle(stream.node.name).getSize() : offset;
    },
    fsync: (stream: Stream): number => {
      this.soundly(() => this.handle(stream.node.name).flush());
      return 0;
    },
  };
}
