import { expect, it } from "vitest";
import { serverAddress } from "./to_server";

it("what somebody types as a server is an address of the web or none", () => {
  expect(serverAddress(" brickfield.example.org ")).toBe("https://brickfield.example.org/");
  expect(serverAddress("http://192.168.1.7:8000/table/x#y")).toBe("http://192.168.1.7:8000/");
  expect(serverAddress("brickfield.example.org", "/new?game=brick_mech")).toBe(
    "https://brickfield.example.org/new?game=brick_mech",
  );
  for (const none of ["", "  ", "javascript://alert(1)", "file:///etc", "not an address", "https://"]) {
    expect(serverAddress(none)).toBe("");
  }
});
