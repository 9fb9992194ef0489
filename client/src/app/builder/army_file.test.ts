import { afterEach, expect, it, vi } from "vitest";
import { api, ownModels, refusalOf } from "../../kit";
import type { ToldModel } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyFile, modelsInLink, readArmyFile } from "./army_file";

const NAME = "0123456789abcdef";
const TOLD: ToldModel = {
  ...{ name: NAME, form: "brickfield-model-1.eNo", title: "Tank", length: 8, width: 4, height: 3, parts: 2 },
  ...{ unknown: [], taken_as: {}, colours: ["red"], text: "", drawing: {} },
};
const ARMY: Army = [
  [`Lynx: AP4 DP3 MP8 8x4x3#${NAME}`, 2],
  ["Panzer III", 1],
];

afterEach(() => {
  ownModels.forgetAll();
  vi.restoreAllMocks();
});

it("an army is the same after the way through a file, and its models are measured anew", async () => {
  ownModels.keep("g", TOLD);
  const text = armyFile("g", ARMY, "Old Guard");
  ownModels.forgetAll();
  const ask = vi.spyOn(api, "ownModel").mockResolvedValue({ ok: true, value: TOLD });
  expect(await readArmyFile("g", text)).toEqual({ army: ARMY, name: "Old Guard" });
  expect(ask).toHaveBeenCalledWith({ game: "g", file: btoa(TOLD.form) });
  expect(ownModels.of(NAME)?.title).toBe("Tank");
});

it("a file that is no army, one of another game and one with a damaged model change nothing", async () => {
  for (const text of ["{", "[]", '{"what":"brickfield army","game":"g","army":3,"models":{}}'])
    expect(await readArmyFile("g", text)).toMatchObject({ code: "no_army" });
  ownModels.keep("g", TOLD);
  const text = armyFile("g", ARMY, "");
  expect(await readArmyFile("other", text)).toMatchObject({ code: "other_game" });
  vi.spyOn(api, "ownModel").mockResolvedValue({
    ok: false,
    refusal: refusalOf("damaged", "It is damaged."),
    status: 400,
  });
  expect(await readArmyFile("g", text)).toMatchObject({ code: "damaged" });
});

it("short models go into a link, long ones do not", () => {
  expect(modelsInLink([["Panzer III", 1]])).toBe("");
  ownModels.keep("g", TOLD);
  expect(modelsInLink(ARMY)).toBe(`&models=${TOLD.form}`);
  ownModels.keep("g", { ...TOLD, form: "x".repeat(7000) });
  expect(modelsInLink(ARMY)).toBe("");
});
