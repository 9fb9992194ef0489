// There is no server in these tests: whoever wants an answer stubs it. Without this every page would knock on a port.
globalThis.fetch = () => Promise.reject(new Error("no server here"));
