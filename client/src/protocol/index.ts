// The wire as types. `types.ts` is generated from the server's Python types.
export * from "./types";

/** The version of the wire this client speaks. */
export const PROTOCOL = 1;
