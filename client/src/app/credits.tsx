// Credits: what the NOTICE of the project says, as a page.
import notice from "../../../NOTICE?raw";
import { useTitle } from "../kit";

export type Credit = { title: string; text: string };
export type CreditPart = { heading: string; lines: string[]; credits: Credit[] };

/** Underlined lines are headings; a line with indented lines below it is a work with its credit; the rest are words. */
export function readNotice(text: string): CreditPart[] {
  const parts: CreditPart[] = [{ heading: "", lines: [], credits: [] }];
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const part = parts[parts.length - 1];
    if (!part || line.trim() === "" || /^-+$/.test(line)) return;
    const next = lines[index + 1] ?? "";
    if (/^-{3,}$/.test(next)) parts.push({ heading: line, lines: [], credits: [] });
    else if (/^\s/.test(line)) {
      const credit = part.credits.at(-1);
      if (credit) credit.text = `${credit.text} ${line.trim()}`.trim();
    } else if (/^\s+\S/.test(next)) part.credits.push({ title: line, text: "" });
    else part.lines.push(line);
  });
  return parts.filter((part) => part.lines.length + part.credits.length > 0);
}

export const creditParts: CreditPart[] = readNotice(notice);

/** Addresses in a text become links; everything else stays words. */
function Words({ text }: { text: string }) {
  const pieces = text.split(/(https?:\/\/[^\s)]+)/);
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 1 ? (
          <a key={piece} href={piece} rel="noreferrer">
            {piece}
          </a>
        ) : (
          piece
        ),
      )}
    </>
  );
}

export function CreditsPage() {
  useTitle("Credits");
  return (
    <div class="a-narrow a-credits">
      <h1>Credits and licences</h1>
      {creditParts.map((part) => (
        <section key={part.heading}>
          {part.heading && <h2>{part.heading}</h2>}
          {part.lines.length > 0 && (
            <p>
              <Words text={part.lines.join(" ")} />
            </p>
          )}
          {part.credits.length > 0 && (
            <dl>
              {part.credits.map((credit) => (
                <div key={credit.title}>
                  <dt>{credit.title}</dt>
                  <dd>
                    <Words text={credit.text} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      ))}
    </div>
  );
}
