// Pictures made by the board: a model on its card, the view from the barrel.
import { useEffect, useRef } from "preact/hooks";
import type { BarrelView } from "../../board";
import { brought } from "../../kit";
import type { Room } from "../room";

/** Puts a canvas into a place; the old one goes. */
function show(host: HTMLElement | null, canvas: HTMLElement): void {
  host?.replaceChildren(canvas);
}

/** A small picture of a unit. */
export function UnitPicture({
  room,
  unit,
  look = "",
  width,
  height,
}: {
  room: Room;
  unit: string;
  /** changes when the unit looks different now */
  look?: string;
  width: number;
  height: number;
}) {
  const host = useRef<HTMLDivElement>(null);
  const board = room.board.value;
  const drawings = brought.value;
  useEffect(() => {
    if (board && unit) show(host.current, board.picture({ width, height }, { unit }));
  }, [board, unit, look, width, height, drawings]);
  return <div class="m-picture" ref={host} style={{ width: `${width}px`, height: `${height}px` }} aria-hidden="true" />;
}

/** The target as the shooter's gun sees it, or whoever lends it his eyes. */
export function BarrelPicture({ room, view, by = "" }: { room: Room; view: BarrelView; by?: string }) {
  const host = useRef<HTMLDivElement>(null);
  const board = room.board.value;
  const key = JSON.stringify(view);
  useEffect(() => {
    let current = true;
    void board?.barrel(JSON.parse(key) as BarrelView, { width: 320, height: 190 }).then((canvas) => {
      if (current) show(host.current, canvas);
    });
    return () => {
      current = false;
    };
  }, [board, key]);
  return (
    <figure class="m-barrel">
      <div ref={host} class="m-barrel-view" role="img" aria-label={`The target seen from ${by || "the barrel"}`} />
      <figcaption>{by ? `As ${by} sees it` : "From the barrel"}</figcaption>
    </figure>
  );
}
