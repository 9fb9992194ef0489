// Pictures of models on the page: still ones, drawn when they come into sight, and one that is turned by hand.
import { useEffect, useRef, useState } from "preact/hooks";
import { isDark, noFling } from "../../kit";
import { type Ink, inTurn, type Size, stepPicture, USUAL_TURN } from "./drawing";
import type { Plan, Plans } from "./plans";

type StillProps = {
  plans: Plans;
  plan: Plan;
  /** Which step; behind the last one the whole model. */
  index: number;
  size: Size;
  alt: string;
  ink?: Ink;
  /** On paper a picture is wanted whether it is in sight or not. */
  always?: boolean;
  onDrawn?: () => void;
};

export function Still({ plans, plan, index, size, alt, ink = "colour", always, onDrawn }: StillProps) {
  const host = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState("");
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    let takeBack = () => {};
    const order = () => {
      takeBack = inTurn(() => {
        setAddress(stepPicture(plans, plan, index, size, { ink }).toDataURL("image/png"));
        onDrawn?.();
      });
    };
    if (always || typeof IntersectionObserver !== "function") {
      order();
      return () => takeBack();
    }
    const eye = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      eye.disconnect();
      order();
    });
    eye.observe(place);
    return () => {
      eye.disconnect();
      takeBack();
    };
  }, [plan, index, ink]);
  return (
    <span class="br-still" ref={host} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {address && <img src={address} {...size} alt={alt} />}
    </span>
  );
}

const DEGREES_PER_PIXEL = 0.6;
const TILT = { least: -70, most: 85 } as const;
const KEY_TURN = 15;

/** The step in hand: dragging turns it, and nothing is drawn while nothing is done. */
export function Turned({ plans, plan, index, label }: { plans: Plans; plan: Plan; index: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const turn = useRef({ ...USUAL_TURN });
  const last = useRef<{ x: number; y: number }>();
  const ordered = useRef(0);
  const draw = () => {
    ordered.current = 0;
    const host = canvas.current;
    if (!host) return;
    const size = { width: Math.max(64, host.clientWidth), height: Math.max(64, host.clientHeight) };
    const ink = isDark.peek() ? "night" : "colour";
    const picture = stepPicture(plans, plan, index, size, { turn: turn.current, ink });
    host.width = picture.width;
    host.height = picture.height;
    host.getContext("2d")?.drawImage(picture, 0, 0);
    host.dataset.drawn = `${index} ${Math.round(turn.current.heading)}`;
  };
  const order = () => {
    ordered.current ||= requestAnimationFrame(draw);
  };
  const by = (heading: number, tilt: number) => {
    const { heading: from, tilt: high } = turn.current;
    turn.current = { heading: from + heading, tilt: Math.min(TILT.most, Math.max(TILT.least, high + tilt)) };
    order();
  };
  useEffect(() => {
    order();
    const watch = typeof ResizeObserver === "function" ? new ResizeObserver(order) : undefined;
    if (canvas.current) watch?.observe(canvas.current);
    return () => {
      watch?.disconnect();
      cancelAnimationFrame(ordered.current);
      ordered.current = 0;
    };
  }, [plan, index, isDark.value]);
  const press = (event: KeyboardEvent) => {
    const isUp = event.key === "ArrowUp";
    if (!isUp && event.key !== "ArrowDown") return;
    event.preventDefault();
    by(event.shiftKey ? (isUp ? KEY_TURN : -KEY_TURN) : 0, event.shiftKey ? 0 : isUp ? KEY_TURN : -KEY_TURN);
  };
  return (
    <canvas
      ref={canvas}
      class="br-turned"
      role="img"
      aria-label={label}
      tabIndex={0}
      data-testid="step-picture"
      onKeyDown={press}
      onPointerDown={(event) => {
        last.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!last.current) return;
        by((event.clientX - last.current.x) * DEGREES_PER_PIXEL, (event.clientY - last.current.y) * DEGREES_PER_PIXEL);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerUp={() => {
        last.current = undefined;
      }}
      onPointerCancel={() => {
        last.current = undefined;
      }}
      {...noFling}
    />
  );
}
