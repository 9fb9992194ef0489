// A picture to share: the table as it is seen now, and under it the battle in words.
import { Image } from "lucide-preact";
import type { Board } from "../../board";
import { Button, toast } from "../../kit";

const WIDE = 1200;
const MARGIN = 40;
const LEADING = 30;

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

/** The picture with its caption. */
export function pictureOf(table: HTMLCanvasElement, title: string, lines: readonly string[]): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const high = Math.round((table.height / table.width) * WIDE);
  const pen = canvas.getContext("2d");
  const text = "22px 'Atkinson Hyperlegible Next', sans-serif";
  if (pen) pen.font = text;
  const fits = (line: string): boolean => (pen?.measureText(line).width ?? 0) <= WIDE - 2 * MARGIN;
  const told = lines.flatMap((line) => wrapped(line, fits));
  canvas.width = WIDE;
  canvas.height = high + MARGIN + 50 + told.length * LEADING + MARGIN;
  if (!pen) return canvas;
  pen.fillStyle = "#f7fafb";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(table, 0, 0, WIDE, high);
  pen.fillStyle = "#16222b";
  pen.font = "800 32px 'Archivo Variable', sans-serif";
  pen.fillText(title, MARGIN, high + MARGIN + 24, WIDE - 2 * MARGIN);
  pen.font = text;
  for (const [i, line] of told.entries()) pen.fillText(line, MARGIN, high + MARGIN + 68 + i * LEADING);
  return canvas;
}

async function share(board: Board | null, title: string, lines: readonly string[]): Promise<void> {
  const table = board?.snapshot();
  const blob = table
    ? await new Promise<Blob | null>((done) => pictureOf(table, title, lines).toBlob(done, "image/png"))
    : null;
  if (!blob) {
    toast("This browser draws no picture of the table.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "brickfield.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

type ShareProps = { board: () => Board | null; title: string; lines: readonly string[] };

export function ShareButton({ board, title, lines }: ShareProps) {
  return (
    <Button kind="quiet" icon={Image} onClick={() => void share(board(), title, lines)} data-testid="share-picture">
      Save a picture
    </Button>
  );
}
