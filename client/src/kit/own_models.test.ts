import { afterEach, describe, expect, it, vi } from "vitest";
import type { ToldModel } from "../protocol";
import { api } from "./api";
import { drawingOfModel, newMatch, ownModels, splitModel, withModel } from "./own_models";

const NAME = "0123456789abcdef";
const WORD = `8x4x3.3#${NAME}`;
const TOLD: ToldModel = {
  ...{ name: NAME, form: "brickfield-model-1.eNo", title: "Tank", length: 8, width: 4, height: 3.3, parts: 2 },
  ...{ unknown: [], taken_as: {}, colours: ["red"], text: "", drawing: { models: {}, paints: {} } },
};

afterEach(() => {
  ownModels.forgetAll();
  vi.restoreAllMocks();
});

describe("the word of a model", () => {
  it("is taken out of a text wherever it stands, and put behind it again", () => {
    expect(splitModel(`Lynx: AP4 DP3 ${WORD}`)).toEqual({ plain: "Lynx: AP4 DP3", word: WORD, name: NAME });
    expect(splitModel(`Lynx: AP4 ${WORD} with Tank Commander`).plain).toBe("Lynx: AP4 with Tank Commander");
    expect(withModel("Lynx: AP4", WORD)).toBe(`Lynx: AP4 ${WORD}`);
    expect(withModel("Lynx: AP4", "")).toBe("Lynx: AP4");
  });

  it("is nothing less than all of it", () => {
    for (const text of ["Lynx: AP4", `Lynx: AP4 8x4#${NAME}`, `Lynx: AP4 ${WORD}0`, `Lynx: AP4 x${WORD}`])
      expect(splitModel(text)).toEqual({ plain: text, word: "", name: "" });
  });
});

describe("models that were brought", () => {
  it("are kept without their drawing, the newest first, and travel with the armies that name them", async () => {
    ownModels.keep("g", TOLD);
    ownModels.keep("g", { ...TOLD, name: "f".repeat(16), title: "Other" });
    expect(JSON.parse(localStorage.getItem("brickfield.models") ?? "[]")).toMatchObject([
      { title: "Other" },
      { game: "g" },
    ]);
    expect(localStorage.getItem("brickfield.models")).not.toContain("paints");
    const plain = vi.spyOn(api, "newMatch").mockResolvedValue({ ok: true, value: { match: "a", seats: [] } });
    const heavy = vi.spyOn(api, "newMatchWithModels").mockResolvedValue({ ok: true, value: { match: "b", seats: [] } });
    const wish = { game: "g", scenario: "s", seats: [{ kind: "me" as const }] };
    await newMatch({ ...wish, armies: [[["Panzer III", 1]]] });
    expect(plain).toHaveBeenCalledOnce();
    const armed = { ...wish, armies: [[[`Lynx: AP4 ${WORD}`, 2] as [string, number]]] };
    await newMatch(armed);
    expect(heavy).toHaveBeenCalledWith({ wish: JSON.stringify(armed), models: { [NAME]: TOLD.form } });
  });

  it("are drawn as they were told; one that only a list names is told of again", async () => {
    const ask = vi.spyOn(api, "ownModel").mockResolvedValue({ ok: true, value: TOLD });
    expect(await drawingOfModel(NAME)).toBeUndefined();
    ownModels.keep("g", TOLD);
    expect(await drawingOfModel(NAME)).toBe(TOLD.drawing);
    expect(ask).not.toHaveBeenCalled();
  });
});
