// There is no server in these tests: whoever wants an answer stubs it. Without this every page would knock on a port.
import { beforeEach } from "vitest";

globalThis.fetch = () => Promise.reject(new Error("no server here"));
// What one test left half made is no part of the next one's table.
beforeEach(() => localStorage.removeItem("brickfield.drafts"));
