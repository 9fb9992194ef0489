// The rules: find a clause in five seconds, by words, by id or by chapter. Every clause, each with an address.
import { Search } from "lucide-preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  api,
  ClauseText,
  clauses,
  ErrorBox,
  go,
  Link,
  Panel,
  plural,
  route,
  Segmented,
  Skeleton,
  searchClauses,
  useTitle,
} from "../kit";
import type { ClauseCard, GameCard } from "../protocol";

const MOST = 60;

type ChapterLine = { chapter: string; count: number; played: boolean };

/** Chapters in the order of reading, with how many clauses each has and whether it is used in play. */
export function chaptersOf(cards: readonly ClauseCard[]): ChapterLine[] {
  const lines = new Map<string, ChapterLine>();
  for (const card of cards) {
    const chapter = card.chapter;
    const before = lines.get(chapter) ?? { chapter, count: 0, played: false };
    lines.set(chapter, { chapter, count: before.count + 1, played: before.played || card.in_play });
  }
  return [...lines.values()];
}

/** What a clause is called: its title, else the last words of its id. */
export function clauseTitle(card: ClauseCard): string {
  if (card.title) return card.title;
  const words = card.id.split(".").slice(2).join(" ").replaceAll("_", " ") || card.id;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Clause({ card, marked }: { card: ClauseCard; marked: boolean }) {
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!marked) return;
    host.current?.scrollIntoView({ block: "center" });
    host.current?.focus({ preventScroll: true });
  }, [marked]);
  return (
    <article class={`a-clause ${marked ? "marked" : ""}`} id={card.id} ref={host} tabIndex={-1} data-testid="clause">
      <header>
        <h3>{clauseTitle(card)}</h3>
        <Link to={`/rules/${encodeURIComponent(card.id)}`} class="k-clause">
          {card.id}
        </Link>
      </header>
      <ClauseText card={card} />
    </article>
  );
}

type ChaptersProps = { cards: ClauseCard[]; now: string; choose: (chapter: string) => void };

function Chapters({ cards, now, choose }: ChaptersProps) {
  const chapters = chaptersOf(cards);
  return (
    <nav class="a-chapters" aria-label="Chapters">
      <ul>
        {chapters.map(({ chapter, count, played }) => (
          <li key={chapter}>
            <button type="button" aria-current={chapter === now} onClick={() => choose(chapter)}>
              <span class="k-grow">{chapter}</span>
              <span class="k-tiny">{played ? count : `not yet · ${count}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <select class="k-field" aria-label="Chapter" value={now} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="" disabled>
          Chapters
        </option>
        {chapters.map(({ chapter, count }) => (
          <option key={chapter} value={chapter}>{`${chapter} (${count})`}</option>
        ))}
      </select>
    </nav>
  );
}

/** What the right side shows: the words' hits, else the chapter of the asked clause, else the chosen chapter. */
export function shownClauses(cards: ClauseCard[], words: string, chapter: string): ClauseCard[] {
  return words.trim() ? searchClauses(cards, words) : cards.filter((card) => card.chapter === chapter);
}

function Book({ game, cards, clause }: { game: string; cards: ClauseCard[]; clause: string }) {
  const asked = cards.find((card) => card.id === clause);
  const [words, setWords] = useState("");
  const [chapter, setChapter] = useState(asked?.chapter ?? cards[0]?.chapter ?? "");
  const [all, setAll] = useState(false);
  useEffect(() => {
    if (asked) setChapter(asked.chapter);
    setWords("");
  }, [clause]);
  const found = useMemo(() => shownClauses(cards, words, chapter), [cards, words, chapter]);
  const list = all || !words.trim() ? found : found.slice(0, MOST);
  const choose = (next: string) => {
    setWords("");
    setChapter(next);
    if (clause) go(`/rules?game=${encodeURIComponent(game)}`);
  };
  return (
    <>
      <SearchField words={words} setWords={setWords} />
      {clause && !asked && (
        <p class="a-after k-bad" role="alert">{`There is no clause "${clause}". Search for it by words.`}</p>
      )}
      <div class="a-book">
        <Chapters cards={cards} now={words.trim() ? "" : chapter} choose={choose} />
        <Panel bare class="a-clauses">
          <div class="a-clauses-head">
            <h2>{words.trim() ? `"${words.trim()}"` : chapter}</h2>
            <span class="k-small k-muted" role="status">
              {plural(found.length, "clause")}
            </span>
          </div>
          {found.length === 0 && <p class="a-pad">No clause holds all these words. Try fewer.</p>}
          {list.map((card) => (
            <Clause key={card.id} card={card} marked={card.id === clause && !words.trim()} />
          ))}
          {list.length < found.length && (
            <button type="button" class="k-button wide" onClick={() => setAll(true)}>
              {`Show all ${found.length}`}
            </button>
          )}
        </Panel>
      </div>
    </>
  );
}

function SearchField({ words, setWords }: { words: string; setWords: (words: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <div class="a-search">
      <Search size={20} aria-hidden="true" />
      <input
        ref={field}
        type="search"
        class="k-field"
        placeholder="Words or an id, such as: reverse cost"
        aria-label="Search the rules"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        data-testid="rules-search"
      />
      <kbd>/</kbd>
    </div>
  );
}

/** The games whose books can be read; none while the server has not answered. */
function useGames(): readonly GameCard[] {
  const [games, setGames] = useState<readonly GameCard[]>([]);
  useEffect(() => {
    api.games().then((reply) => {
      if (reply.ok) setGames(reply.value);
    });
  }, []);
  return games;
}

export function RulesPage({ clause }: { clause: string }) {
  useTitle(clause || "Rules");
  const games = useGames();
  const asked = route.value.search.get("game") ?? "";
  const game = clause ? clauses.bookOf(clause) : asked || clauses.bookOf("");
  const shelf = clauses.shelf(game);
  useEffect(() => {
    clauses.load(game);
  }, [game]);
  const credits = games.find((one) => one.id === game)?.catalogue.credits;
  return (
    <div class="a-rules">
      <h1>Rules</h1>
      {games.length > 1 && (
        <div class="a-books">
          <Segmented
            label="Book"
            value={game}
            choices={games.map((one) => ({ value: one.id, label: one.title }))}
            onChange={(id) => go(`/rules?game=${encodeURIComponent(id)}`)}
            testid="books"
          />
          {credits && <p class="k-small k-muted">{credits}</p>}
        </div>
      )}
      {shelf.state === "failed" && <ErrorBox sentence={shelf.refusal.sentence} retry={() => clauses.load(game)} />}
      {(shelf.state === "idle" || shelf.state === "loading") && (
        <Panel>
          <Skeleton rows={4} awaiting="Fetching the rule book." />
        </Panel>
      )}
      {shelf.state === "ready" && <Book key={game} game={game} cards={shelf.cards} clause={clause} />}
    </div>
  );
}
