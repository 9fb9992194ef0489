import { beforeEach, describe, expect, it, vi } from "vitest";

async function fresh() {
  vi.resetModules();
  return (await import("./settings")).settings;
}

describe("settings", () => {
  beforeEach(() => localStorage.clear());

  it("has the defaults of the sheet", async () => {
    const settings = await fresh();
    expect([settings.dice.value, settings.volume.value, settings.textSize.value]).toEqual(["full", 40, 100]);
  });
  it("keeps a change and applies it to the page at once", async () => {
    const settings = await fresh();
    settings.contrast.value = "high";
    settings.textSize.value = 130;
    settings.leftHanded.value = true;
    settings.motion.value = "reduced";
    const root = document.documentElement;
    expect([root.dataset.contrast, root.dataset.hand, root.dataset.motion]).toEqual(["high", "left", "reduced"]);
    expect(root.style.getPropertyValue("--text-scale")).toBe("1.3");
    expect((await fresh()).contrast.value).toBe("high");
  });
  it("falls back from values it does not know", async () => {
    localStorage.setItem(
      "brickfield.settings",
      JSON.stringify({ dice: "loaded", textSize: 900, volume: "loud", name: 7 }),
    );
    const settings = await fresh();
    expect([settings.dice.value, settings.textSize.value, settings.volume.value, settings.name.value]).toEqual([
      "full",
      100,
      40,
      "",
    ]);
  });
  it("survives a damaged store", async () => {
    localStorage.setItem("brickfield.settings", "{not json");
    expect((await fresh()).dice.value).toBe("full");
  });
});
