// Sailing by keys: the helm is put over, a leg begins with its shortest length and grows by snaps; back makes it shorter.
import type { HelmLeg } from "../../board";
import { lengthened } from "../courses";
import type { Pressed } from "../keys";
import { snapped } from "../measure";

export type AtHelm = {
  legs: readonly HelmLeg[];
  /** the way the hull looks at the end of the legs */
  heading: number;
  helm: number;
  left: number;
  shortest: number;
  snap: number;
  /** the course ends in a ram: nothing goes on behind it */
  rams: boolean;
};

export type Steered = { legs?: HelmLeg[]; helm: number };

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The smallest number of snaps that is long enough for a leg of its own. */
const firstStep = (at: AtHelm, step: number): number => snapped(Math.ceil(at.shortest / step - 1e-9) * step, 0);

function ahead(at: AtHelm, step: number): Steered {
  if (at.rams) return { helm: at.helm };
  const last = at.legs.at(-1);
  const goesOn = last?.step === "ahead" && at.helm === 0;
  const wanted = goesOn ? step : firstStep(at, step);
  const inches = Math.min(at.left, wanted);
  if (inches <= 1e-9 || (!goesOn && inches < at.shortest - 1e-9)) return { helm: at.helm };
  const leg: HelmLeg = { step: "ahead", heading: turned(at.heading + at.helm), inches };
  return { legs: lengthened(at.legs, [leg]), helm: 0 };
}

function back(at: AtHelm, step: number): Steered {
  const last = at.legs.at(-1);
  if (last?.step === "ahead") {
    const inches = Math.round((last.inches - step) * 1e6) / 1e6;
    const rest = at.legs.slice(0, -1);
    return { legs: inches >= at.shortest - 1e-9 ? [...rest, { ...last, inches }] : rest, helm: 0 };
  }
  const inches = Math.min(at.left, last ? step : firstStep(at, step));
  if (inches <= 1e-9) return { helm: 0 };
  return { legs: lengthened(at.legs, [{ step: "astern", inches }]), helm: 0 };
}

/** What a key does to a course; null when it is none of the helm's. */
export function keyLegs({ action, fine }: Pressed, at: AtHelm): Steered | null {
  const step = fine ? 0.05 : at.snap;
  const turn = fine ? 1 : 15;
  switch (action) {
    case "forward":
      return ahead(at, step);
    case "reverse":
      return back(at, step);
    case "left":
    case "pivot_left":
      return { helm: wrapped(at.helm + turn) };
    case "right":
    case "pivot_right":
      return { helm: wrapped(at.helm - turn) };
    default:
      return null;
  }
}

const wrapped = (degrees: number): number => {
  const turn = turned(degrees);
  return turn > 180 ? turn - 360 : turn;
};
