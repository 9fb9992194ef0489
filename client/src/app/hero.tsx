// The scene on the front page: a still picture at once, the living table over it when the browser has time.

import { useEffect, useRef, useState } from "preact/hooks";
import { askedQuality } from "../kit";
import still from "./pictures/battle.webp";

type Connection = { saveData?: boolean };

/** Whether the living scene is worth its weight here: wide window, no wish to save data, not asked to be plain. */
export function isSceneWanted(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || askedQuality() !== "high") return false;
  return typeof matchMedia === "function" && matchMedia("(min-width: 1081px) and (pointer: fine)").matches;
}

/** Run something when the browser has nothing better to do. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(act, { timeout: 4000 });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(act, 1500);
  return () => clearTimeout(id);
}

/** Fetch and show the scene; what comes back stops and removes it. */
function bringScene(host: HTMLElement, glass: HTMLElement, onReady: () => void): () => void {
  let remove: (() => void) | undefined;
  let left = false;
  const cancel = whenIdle(() => {
    import("./hero_scene").then(
      (scene) => {
        if (!left) remove = scene.showScene(host, glass, onReady);
      },
      () => {
        // The still picture is enough when the scene cannot be fetched.
      },
    );
  });
  return () => {
    left = true;
    cancel();
    remove?.();
  };
}

export function Hero() {
  const host = useRef<HTMLDivElement>(null);
  const glass = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!isSceneWanted() || !host.current || !glass.current) return;
    return bringScene(host.current, glass.current, () => setReady(true));
  }, []);
  return (
    <figure class="a-hero k-panel">
      <img src={still} width={880} height={446} alt="Brick tanks of two sides around a village crossroads." />
      <div class={`a-scene ${ready ? "ready" : ""}`} ref={host} aria-hidden="true" />
      <div class={`a-glass ${ready ? "ready" : ""}`} ref={glass} title={ready ? "Drag to turn" : ""} />
    </figure>
  );
}
