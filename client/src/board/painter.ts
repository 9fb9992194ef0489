/** What can draw a table: the GL stage, or the SVG plan where there is no GL. */
import type { Flat } from "./ground/flats";
import type { Batches } from "./instances";
import type { Lens, Look } from "./looking/views";
import type { Ghost } from "./marks";
import type { Passings } from "./standing";
import type { BoardScene } from "./types";

export type Drawn = { drawCalls: number; triangles: number; instances: number };

export interface Painter {
  readonly name: "webgl" | "svg";
  readonly element: HTMLElement | SVGElement;
  resize(width: number, height: number): void;
  /** The ground and the pieces: changes seldom. */
  table(scene: BoardScene): void;
  /** Units, ghosts and everything flat: changes often. */
  pieces(scene: BoardScene, passings: Passings, ghosts: readonly Ghost[]): void;
  flats(scene: BoardScene, under: readonly Flat[], over: readonly Flat[]): void;
  draw(look: Look, lens: Lens): Drawn;
  /** A picture of some bricks by themselves, seen by a lens. */
  shoot(content: Batches, lens: Lens, size: { width: number; height: number }, air: Air): HTMLCanvasElement;
  dispose(): void;
}

/** Around a picture: nothing, or sky and fog with the ground. */
export type Air = { ground: boolean; sky: string | null; fog: number };
