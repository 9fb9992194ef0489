// How requests and sockets get to the server: over the network, unless this edition brings its own server along.

/** The few members of a socket that are used here. */
export interface Wire {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Carrier {
  /** Whether a browser can follow a link to the server by itself. */
  readonly isNetwork: boolean;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  open(url: string): Wire;
  /** Delete the battles, where they are kept on this side. */
  forget?(): Promise<void>;
}

const network: Carrier = {
  isNetwork: true,
  fetch: (path, init) => fetch(path, init),
  open: (url) => new WebSocket(url) as Wire,
};

let chosen = network;

/** Whoever carries now. */
export const carrier = (): Carrier => chosen;

/** Said once, before anything is asked. */
export function carryBy(other: Carrier): void {
  chosen = other;
}
