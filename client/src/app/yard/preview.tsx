// The model of a card, turning under the hand: fetched when the browser has time, left out where it is too heavy.
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isSceneWanted } from "../hero";

type PreviewProps = {
  model: string;
  /** Length and width of the footprint, in grain. */
  length: number;
  width?: number;
  title: string;
  studsPerUnit: number;
  ground: "yard" | "sea";
  /** A drawing for browsers that shall not draw the model. */
  instead?: ComponentChild;
};

type Shown = { show: (model: string, length: number, width: number) => void; dispose: () => void };

const GRAIN = 1e6;

export function Preview(props: PreviewProps) {
  const { model, length, width = length, title, studsPerUnit, ground, instead } = props;
  const host = useRef<HTMLDivElement>(null);
  const scene = useRef<Shown>();
  const [wanted] = useState(isSceneWanted);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!wanted || !host.current) return;
    let left = false;
    const place = host.current;
    import("./preview_scene").then(
      (found) => {
        if (left) return;
        scene.current = found.showModel(place, { studsPerUnit, ground, onReady: () => setReady(true) });
        scene.current.show(model, length / GRAIN, width / GRAIN);
      },
      () => {
        // The drawing is enough when the scene cannot be fetched.
      },
    );
    return () => {
      left = true;
      scene.current?.dispose();
      scene.current = undefined;
    };
  }, []);
  useEffect(() => scene.current?.show(model, length / GRAIN, width / GRAIN), [model, length, width]);
  if (!wanted) return <>{instead}</>;
  return (
    <figure class={`y-preview ${ready ? "ready" : ""}`} aria-label={`Model of ${title}`}>
      <div class="y-preview-scene" ref={host} />
      <figcaption class="k-small k-strong">Drag to turn</figcaption>
    </figure>
  );
}
