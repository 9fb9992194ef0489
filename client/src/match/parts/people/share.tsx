// What is taken away from a battle: a picture of the table with who played and how it was won, and the replay to send.
import { Image, Send } from "lucide-preact";
import type { Board } from "../../../board";
import { addressOf, Button, SIDE_COLOURS, sideName, toast } from "../../../kit";
import type { SeatCard } from "../../../protocol";

const WIDE = 1600;
const MARGIN = 48;
const LEADING = 40;
const TEXT = "28px Atkinson, sans-serif";

/** A side as a picture names it: the seat for its mark, and who played it. */
export type PhotoSide = { seat: number; name: string };
export type Photo = { title: string; sides: readonly PhotoSide[]; sentence: string };

/** "Nadia", "the bot", with the army if it has a name. */
export const sidesOf = (seats: readonly SeatCard[]): PhotoSide[] =>
  seats.map(({ seat, name, kind, level, army }) => ({
    seat,
    name: [
      kind === "bot" ? `${sideName(seat)}, a ${level.replace(/^./, (letter) => letter.toUpperCase())} bot` : name,
      army,
    ]
      .filter(Boolean)
      .join(", "),
  }));

/** Words in lines that are no wider than they may be. */
export function wrapped(words: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The mark of a side by its shape: disc, diamond, triangle, square; the others as discs of their colour. */
function drawMark(pen: CanvasRenderingContext2D, seat: number, x: number, y: number, r: number): void {
  const around: Record<number, [number, number][]> = {
    1: [0, 90, 180, 270].map((at) => [at, 1.1]),
    2: [90, 210, 330].map((at) => [at, 1.15]),
    3: [45, 135, 225, 315].map((at) => [at, 1.25]),
  };
  const corners = around[seat];
  pen.fillStyle = SIDE_COLOURS[seat] ?? "#42525c";
  pen.beginPath();
  if (corners)
    for (const [at, far] of corners) {
      const angle = (at * Math.PI) / 180;
      pen.lineTo(x + Math.cos(angle) * r * far, y - Math.sin(angle) * r * far);
    }
  else pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.closePath();
  pen.fill();
}

/** The picture with its caption: what was played, by whom, how it was won. */
export function pictureOf(table: HTMLCanvasElement, { title, sides, sentence }: Photo): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const high = Math.round((table.height / table.width) * WIDE);
  const pen = canvas.getContext("2d");
  if (pen) pen.font = TEXT;
  const fits = (line: string): boolean => (pen?.measureText(line).width ?? 0) <= WIDE - 2 * MARGIN;
  const told = wrapped(sentence, fits);
  canvas.width = WIDE;
  canvas.height = high + MARGIN + 52 + (sides.length + told.length) * LEADING + 16 + MARGIN;
  if (!pen) return canvas;
  pen.fillStyle = "#f7fafb";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(table, 0, 0, WIDE, high);
  pen.fillStyle = "#16222b";
  pen.fillRect(0, high, WIDE, 3);
  pen.font = "800 44px Archivo, sans-serif";
  pen.fillText(title, MARGIN, high + MARGIN + 28, WIDE - 2 * MARGIN);
  pen.font = TEXT;
  let y = high + MARGIN + 52 + LEADING - 8;
  for (const { seat, name } of sides) {
    drawMark(pen, seat, MARGIN + 12, y - 9, 11);
    pen.fillStyle = "#16222b";
    pen.fillText(name, MARGIN + 38, y, WIDE - 2 * MARGIN - 38);
    y += LEADING;
  }
  y += 16;
  pen.fillStyle = "#42525c";
  for (const line of told) {
    pen.fillText(line, MARGIN, y, WIDE - 2 * MARGIN);
    y += LEADING;
  }
  return canvas;
}

/** What a picture is called on somebody's disk: "brickfield-6-vs-6-blue-wins-2026-11-18.png". */
export function fileName(title: string, day: Date): string {
  const words = `brickfield ${title} ${day.toISOString().slice(0, 10)}`.toLowerCase();
  return `${words
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-")}.png`;
}

async function save(board: Board | null, photo: Photo): Promise<void> {
  const table = board?.snapshot();
  const blob = table
    ? await new Promise<Blob | null>((done) => pictureOf(table, photo).toBlob(done, "image/png"))
    : null;
  if (!blob) {
    toast("This browser draws no picture of the table.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName(photo.title, new Date());
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type ShareProps = { board: () => Board | null; photo: Photo; big?: boolean };

export function ShareButton({ board, photo, big = false }: ShareProps) {
  return (
    <Button big={big} icon={Image} onClick={() => void save(board(), photo)} data-testid="share-picture">
      Save a picture
    </Button>
  );
}

/** Hands the link of a replay to whatever this device sends things with; where it has nothing, the link is copied. */
async function send(match: string, title: string): Promise<void> {
  const url = addressOf(`/replay/${match}`);
  try {
    if (typeof navigator.share === "function") await navigator.share({ title: `Brickfield: ${title}`, url });
    else {
      await navigator.clipboard.writeText(url);
      toast("The link to the replay is copied: paste it into a message. Whoever opens it needs no account.");
    }
  } catch (fault) {
    // whoever closes the list of the device wanted just that
    if ((fault as DOMException).name !== "AbortError") toast(`This is the link to the replay: ${url}`);
  }
}

export function SendReplay({ match, title, big = true }: { match: string; title: string; big?: boolean }) {
  return (
    <Button big={big} icon={Send} onClick={() => void send(match, title)} data-testid="send-replay">
      Send replay
    </Button>
  );
}
