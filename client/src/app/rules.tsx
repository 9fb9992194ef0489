// The rules as a book for people: found by everyday words or by chapter, every clause with its title and an address.
import { Search } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  ClauseText,
  clauses,
  ErrorBox,
  go,
  type InBattle,
  inBattle,
  Link,
  Panel,
  plural,
  route,
  Segmented,
  Skeleton,
  standingOf,
  useFound,
  useTitle,
} from "../kit";
import type { ClauseCard, GameCard, RuleAnswer } from "../protocol";
import { Later } from "./later";
import { useGames } from "./use_games";

const MOST = 30;
/** Under an answer only the rules it cites, so that the eye finds the answer; the others are a press away. */
const MOST_CITED = 4;
/** Diagrams are drawn by the board of the table, which is fetched with the first of them. */
const loadDiagram = () => import("../match").then((room) => room.Diagram);

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

type ClauseProps = { card: ClauseCard; marked: boolean; of: string; drawn: boolean };

function Clause({ card, marked, of, drawn }: ClauseProps) {
  const host = useRef<HTMLElement>(null);
  const standing = inBattle.value?.game === card.game ? standingOf(card.switch) : "";
  useEffect(() => {
    if (!marked) return;
    host.current?.scrollIntoView({ block: "center" });
    host.current?.focus({ preventScroll: true });
  }, [marked]);
  return (
    <article class={`a-clause ${marked ? "marked" : ""}`} id={card.id} ref={host} tabIndex={-1} data-testid="clause">
      <header>
        <h3>{card.title}</h3>
        <span class="k-tiny k-muted">
          {of}
          {standing && <b class={`a-standing ${standing}`}>{standing === "on" ? "played here" : "not played here"}</b>}
        </span>
      </header>
      <ClauseText card={card} />
      {drawn && <Later load={loadDiagram} awaiting="Fetching the board." clause={card.id} game={card.game} />}
      <p class="k-small">
        <Link to={`/rules/${encodeURIComponent(card.id)}`} class="k-clause">
          Link to this rule
        </Link>
      </p>
    </article>
  );
}

type ChaptersProps = { cards: ClauseCard[]; now: string; choose: (chapter: string) => void; played: number };

function Chapters({ cards, now, choose, played }: ChaptersProps) {
  const battle = played > 0 ? [{ chapter: IN_BATTLE, count: played, played: true }] : [];
  const chapters = [...battle, ...chaptersOf(cards)];
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

type BookProps = { game: string; cards: ClauseCard[]; clause: string; games: readonly GameCard[] };

/** The same question asked of another book. */
const askedOf = (game: string, words: string): string => `/rules?${new URLSearchParams({ game, words })}`;

/** What no rule of this book answers may stand in another one. */
function OtherBooks({ game, games, words }: { game: string; games: readonly GameCard[]; words: string }) {
  const others = games.filter((one) => one.id !== game);
  if (others.length === 0) return null;
  return (
    <p class="a-pad a-other-books" data-testid="other-books">
      Or ask another book:{" "}
      {others.map((one) => (
        <Link key={one.id} to={askedOf(one.id, words)} class="k-button plain">
          {one.title}
        </Link>
      ))}
    </p>
  );
}

/** What a battle plays: first what is at work now, then the rules it has switched on. */
export function playedIn(battle: InBattle | null, cards: readonly ClauseCard[]): ClauseCard[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  const now = (battle?.now ?? []).flatMap((id) => known.get(id) ?? []);
  const agreed = battle ? cards.filter((card) => standingOf(card.switch) === "on" && !now.includes(card)) : [];
  return [...now, ...agreed];
}

const IN_BATTLE = "In this battle";

function Book({ game, cards, clause, games }: BookProps) {
  const asked = cards.find((card) => card.id === clause);
  const brought = clause ? "" : (route.value.search.get("words") ?? "");
  const [words, setWords] = useState(brought);
  const battle = inBattle.value?.game === game ? inBattle.value : null;
  const played = playedIn(battle, cards);
  const [chapter, setChapter] = useState(asked?.chapter ?? (played.length > 0 ? IN_BATTLE : (cards[0]?.chapter ?? "")));
  useEffect(() => {
    if (asked) setChapter(asked.chapter);
    setWords(brought);
  }, [clause]);
  const search = useFound(game, cards, words);
  const isSearch = words.trim() !== "";
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
      {search.refusal && <ErrorBox sentence={search.refusal.sentence} />}
      <div class="a-book">
        <Chapters cards={cards} now={isSearch ? "" : chapter} choose={choose} played={played.length} />
        {isSearch ? (
          <Pages
            key={search.words}
            title={`"${words.trim()}"`}
            cards={search.cards}
            answer={search.answer}
            marked=""
            search
          >
            <OtherBooks game={game} games={games} words={words.trim()} />
          </Pages>
        ) : (
          <Pages
            key={chapter}
            title={chapter === IN_BATTLE && battle ? `${IN_BATTLE}: ${battle.title}` : chapter}
            cards={chapter === IN_BATTLE ? played : cards.filter((card) => card.chapter === chapter)}
            marked={clause}
            chaptered={chapter === IN_BATTLE}
          />
        )}
      </div>
    </>
  );
}

type PagesProps = {
  title: string;
  cards: readonly ClauseCard[] | null;
  marked: string;
  search?: boolean;
  /** what the book says to the question */
  answer?: RuleAnswer | undefined;
  /** they come from several chapters */
  chaptered?: boolean;
  /** what to do where there is none */
  children?: ComponentChildren;
};

/** Clauses that share a diagram show it once: at the one that is looked for, else at the first of them. */
export function drawnIn(cards: readonly ClauseCard[], marked: string): ReadonlySet<string> {
  const at = new Map<string, string>();
  for (const card of cards)
    if (card.diagram && (card.id === marked || !at.has(card.diagram))) at.set(card.diagram, card.id);
  return new Set(at.values());
}

/** The clauses on the right side: a chapter whole, of a search the best. */
function Pages({ title, cards, answer, marked, search = false, chaptered = search, children }: PagesProps) {
  const [all, setAll] = useState(false);
  const most = answer?.direct ? Math.min(answer.cited.length, MOST_CITED) : MOST;
  const list = all || !search ? cards : cards?.slice(0, most);
  const drawn = drawnIn(list ?? [], marked);
  return (
    <Panel bare class="a-clauses">
      <div class="a-clauses-head">
        {answer?.sentence ? (
          <h2 class={`a-answer ${answer.direct ? "" : "unknown"}`} data-testid="rule-answer">
            {answer.sentence}
          </h2>
        ) : (
          <h2>{title}</h2>
        )}
        <span class="k-small k-muted" role="status">
          {cards === null
            ? "Looking it up"
            : answer?.direct
              ? `from ${plural(answer.cited.length, "rule")}`
              : search
                ? `${plural(cards.length, "rule")}, best first`
                : plural(cards.length, "rule")}
        </span>
      </div>
      {cards?.length === 0 && (
        <>
          <p class="a-pad">No rule answers that. Try other words, or fewer.</p>
          {children}
        </>
      )}
      {list?.map((card) => (
        <Clause
          key={card.id}
          card={card}
          marked={card.id === marked}
          of={chaptered ? card.chapter : ""}
          drawn={drawn.has(card.id)}
        />
      ))}
      {list && cards && list.length < cards.length && (
        <button type="button" class="k-button wide" onClick={() => setAll(true)}>
          {answer?.direct ? `More rules about it (${cards.length - list.length})` : `Show all ${cards.length}`}
        </button>
      )}
    </Panel>
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
        placeholder="Ask: how do I win?"
        aria-label="Search the rules in your own words"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        data-testid="rules-search"
      />
      <kbd>/</kbd>
    </div>
  );
}

export function RulesPage({ clause }: { clause: string }) {
  useTitle(clause ? clauses.nameOf(clause) : "Rules");
  const [reply] = useGames();
  // none while the server has not answered
  const games = reply?.ok ? reply.value : [];
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
          <Link class="a-aids-link" to={`/aids?game=${encodeURIComponent(game)}`} data-testid="aids-link">
            Rulers and measuring aids to print
          </Link>
          {credits && <p class="k-small k-muted">{credits}</p>}
        </div>
      )}
      {shelf.state === "failed" && <ErrorBox sentence={shelf.refusal.sentence} retry={() => clauses.load(game)} />}
      {(shelf.state === "idle" || shelf.state === "loading") && (
        <Panel>
          <Skeleton rows={4} awaiting="Fetching the rule book." />
        </Panel>
      )}
      {shelf.state === "ready" && <Book key={game} game={game} cards={shelf.cards} clause={clause} games={games} />}
    </div>
  );
}
