import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { soon } from "../../kit/testing";
import { type Laid, layTable, moveUnits, welcome } from "../testing";
import { StandingOrders } from "./orders";

const greeting = {
  ...welcome,
  pace: "live",
  windows: [
    {
      kind: "return_fire",
      title: "Return Fire",
      clause: "bm.option.return.when",
      secret: false,
      orders: [{ id: "always", title: "Return fire", text: "Answer every attack that may be answered." }],
    },
  ],
  orders: [{ seat: 0, orders: {} }],
};

let host: HTMLElement;
let laid: Laid;
const choice = (): HTMLSelectElement | null => document.querySelector('[data-testid="order-return_fire"]');

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
});
afterEach(() => {
  render(null, host);
  host.remove();
  laid.room.close();
});

describe("standing orders", () => {
  it("are left by choosing one, and stand when the server has written them down", async () => {
    laid = await layTable(moveUnits, undefined, greeting);
    render(<StandingOrders room={laid.room} />, host);
    const list = choice();
    expect(list?.value).toBe("ask");
    if (list) list.value = "always";
    list?.dispatchEvent(new Event("change", { bubbles: true }));
    const [sent] = laid.socket.of("leave_orders");
    expect(sent).toMatchObject({ seat: 0, orders: { return_fire: "always" } });
    expect(laid.room.store.orders.value).toEqual(greeting.orders);
    laid.socket.tells({ type: "orders_left", seat: 0, orders: { return_fire: "always" }, id: "" });
    await soon(() => expect(host.textContent).toContain("Answer every attack"));
    expect(choice()?.value).toBe("always");
  });

  it("say how long the table agreed to wait for a secret", async () => {
    const hold = { kind: "held_shot", title: "Hold Fire", clause: "bm.geometry.prompt", secret: true, orders: [] };
    laid = await layTable(moveUnits, undefined, { ...greeting, windows: [hold], secret_seconds: 15 });
    render(<StandingOrders room={laid.room} />, host);
    expect(host.textContent).toContain("everybody waits 15 s");
  });

  it("are not shown in a game without reaction windows", async () => {
    laid = await layTable(moveUnits);
    render(<StandingOrders room={laid.room} />, host);
    expect(host.textContent).toBe("");
  });
});
