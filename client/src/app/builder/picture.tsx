// The small picture of a card, made by its model: fetched when its row comes into sight, an outline until then.
import { useEffect, useRef, useState } from "preact/hooks";
import { askedQuality } from "../../kit";
import type { CardFace, GameCard } from "../../protocol";

type Connection = { saveData?: boolean };
type Wanted = { key: string; draw: () => void };

const drawn = new Map<string, string>();
const waiting: Wanted[] = [];
let working = false;

/** Pictures are drawn one a frame: lists stay quick under the hand. */
function work(): void {
  const next = waiting.shift();
  working = next !== undefined;
  if (!next) return;
  next.draw();
  setTimeout(() => requestAnimationFrame(work), 0);
}

function order(wanted: Wanted): void {
  waiting.push(wanted);
  if (!working) {
    working = true;
    requestAnimationFrame(work);
  }
}

/** Whether pictures are worth their weight here: not where somebody saves data or asked for a plain page. */
function isWorth(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return !connection?.saveData && askedQuality() !== "low" && typeof IntersectionObserver === "function";
}

/** How many studs one unit of a game's ruler is; a stud is 0.315 inches wide. */
export function studsOf(game: GameCard): number {
  const studs: Record<string, number> = { inch: 1 / 0.315, stud: 1, brick: 4 };
  return game.catalogue.scenarios[0]?.face.studs || (studs[game.ruler] ?? 1);
}

type Sitting = { game: GameCard; face: CardFace; piece?: boolean };

/** Draw a picture when the browser has time; `done` gets its address. */
function portrayed({ game, face, piece = false }: Sitting, done: (address: string) => void): () => void {
  const key = `${game.id} ${face.model} ${face.length} ${face.width}`;
  const known = drawn.get(key);
  if (known !== undefined) {
    done(known);
    return () => {};
  }
  let left = false;
  import("./thumbs").then(
    async ({ portray, drawingsFor }) => {
      await drawingsFor(face.model);
      order({
        key,
        draw: () => {
          if (left) return;
          const studio = { studsPerUnit: studsOf(game), ground: "plain" as const };
          if (!drawn.has(key)) drawn.set(key, portray({ ...face, piece }, studio));
          done(drawn.get(key) ?? "");
        },
      });
    },
    () => {
      // The words of the row are enough when the models cannot be fetched.
    },
  );
  return () => {
    left = true;
  };
}

type PictureProps = {
  game: GameCard;
  face: CardFace | undefined;
  piece?: boolean;
  /** On paper a picture is wanted whether its row was in sight or not. */
  always?: boolean;
};

export function Picture({ game, face, piece = false, always }: PictureProps) {
  const host = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState("");
  const about = face ? `${face.model} ${face.length} ${face.width}` : "";
  useEffect(() => {
    const place = host.current;
    if (!face || !place || !isWorth()) return;
    if (always) return portrayed({ game, face, piece }, setAddress);
    let stop: (() => void) | undefined;
    const eye = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      eye.disconnect();
      stop = portrayed({ game, face, piece }, setAddress);
    });
    eye.observe(place);
    return () => {
      eye.disconnect();
      stop?.();
    };
  }, [about]);
  return (
    <span class="b-picture" ref={host} aria-hidden="true">
      {address && <img src={address} width={120} height={80} alt="" />}
    </span>
  );
}
