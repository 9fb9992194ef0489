// The weather in the sky: every kind has a colour of its own and something that falls, a clear day neither.
import { describe, expect, it } from "vitest";
import { skyOf, Weather } from "./sky";

const KINDS = ["blizzard", "heavy_fog", "rain", "sand_storm"];

describe("the sky", () => {
  it("has a colour for each weather, and nobody sees farther than on a clear day", () => {
    const skies = [undefined, ...KINDS].map((kind) => skyOf(kind));
    expect(new Set(skies.map((sky) => sky.colour)).size).toBe(5);
    for (const sky of skies.slice(1)) expect(sky.clear).toBeLessThan(skyOf("").clear);
    expect(skyOf("frogs")).toEqual(skyOf(""));
    expect(skyOf("rain", true)).toEqual({ colour: skyOf("", true).colour, clear: skyOf("rain").clear });
  });

  it("draws what falls, always alike, and takes it away again", () => {
    const weather = new Weather();
    const drawn = KINDS.map((kind) => {
      weather.show(kind);
      return weather.element.innerHTML;
    });
    expect(new Set(drawn).size).toBe(4);
    weather.show("blizzard");
    expect(weather.element.innerHTML).toBe(drawn[0]);
    weather.show("");
    expect(weather.element.childElementCount).toBe(0);
  });
});
