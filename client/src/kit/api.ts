// Every HTTP route of the server as a typed call. A refusal is a value, and so is a lost connection.
import type {
  ArmyList,
  Battle,
  BuiltCard,
  CardText,
  Carried,
  CheckedArmy,
  CheckedScenario,
  ClauseCard,
  DiagramFace,
  Duel,
  DuelWish,
  FreeSeat,
  GameCard,
  KeptBattle,
  LaidTable,
  Link,
  MadeMatch,
  ModelFile,
  ModelName,
  NewLesson,
  NewMatch,
  NewMatchWithModels,
  Owned,
  PlayOn,
  Pocket,
  RealShot,
  RealShotWish,
  Refusal,
  Rematch,
  Replay,
  RuleAnswer,
  RuleCode,
  Rules,
  ScenarioDesk,
  ScenarioText,
  Shopping,
  ShoppingList,
  TableLine,
  Throws,
  ToldModel,
  TrialWish,
  TriedBattle,
  TriedDice,
  WhatCanBeBuilt,
} from "../protocol";
import { carrier } from "./carrier";

export type Reply<T> = { ok: true; value: T } | { ok: false; refusal: Refusal; status: number };

/** Whether something the server sent is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && (value as { type?: unknown }).type === "refusal";
}

/** A refusal made on this side, for what never reached the server or came back unreadable. */
export function refusalOf(code: string, sentence: string): Refusal {
  return { type: "refusal", code, clause: "", sentence, data: {}, kind: "invalid" };
}

const LOST = "The server cannot be reached. Nothing was changed.";
const UNREADABLE = "The server answered something this page cannot read.";

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

async function call<T>(path: string, body?: unknown): Promise<Reply<T>> {
  let response: Response;
  try {
    response =
      body === undefined
        ? await carrier().fetch(path, { headers: { accept: "application/json" } })
        : await carrier().fetch(path, {
            method: "POST",
            headers: { "content-type": "application/json", accept: "application/json" },
            body: JSON.stringify(body),
          });
  } catch {
    return { ok: false, refusal: refusalOf("unreachable", LOST), status: 0 };
  }
  const answer = await readBody(response);
  if (response.ok && answer !== undefined) return { ok: true, value: answer as T };
  if (isRefusal(answer)) return { ok: false, refusal: answer, status: response.status };
  const sentence = response.status >= 500 ? LOST : UNREADABLE;
  return { ok: false, refusal: refusalOf("unreadable", sentence), status: response.status };
}

const at = (match: string, what: string) => `/api/matches/${encodeURIComponent(match)}/${what}`;

// The front page, the new-battle page and the rules page all ask for the same cards.
let shelf: Promise<Reply<GameCard[]>> | undefined;

async function games(): Promise<Reply<GameCard[]>> {
  shelf ??= call<GameCard[]>("/api/games");
  const reply = await shelf;
  if (!reply.ok) shelf = undefined;
  return reply;
}

/** A whole replay, page by page; `heard` is told which share of it is here, and ends it by saying false. */
async function replay(match: string, secret = "", heard?: (share: number) => unknown): Promise<Reply<Replay>> {
  const ask = (start: number) => call<Replay>(at(match, "replay"), { ...(secret && { secret }), start });
  const first = await ask(0);
  if (!first.ok) return first;
  const steps = [...first.value.steps];
  while (steps.length < first.value.total) {
    if (heard?.(steps.length / first.value.total) === false)
      return {
        ok: false,
        refusal: refusalOf("too_long", "This replay is too long to be fetched by the way."),
        status: 0,
      };
    const next = await ask(steps.length);
    if (!next.ok) return next;
    // answers were taken back meanwhile
    if (next.value.steps.length === 0) break;
    steps.push(...next.value.steps);
  }
  return { ok: true, value: { ...first.value, steps } };
}

export const api = {
  /** Games with scenarios, switches, presets, levels and cards. Asked once, kept while the page lives. */
  games,
  /** Forget the kept games, so that the next call asks again. */
  forgetGames: (): void => {
    shelf = undefined;
  },
  clauses: (game: string) => call<ClauseCard[]>(`/api/clauses?game=${encodeURIComponent(game)}`),
  /** What every clause is called, of all books. */
  clauseTitles: () => call<Record<string, string>>("/api/clauses/titles"),
  /** A question in everyday words: one sentence that answers it, and the clauses that fit it. */
  askRules: (game: string, words: string) =>
    call<RuleAnswer>(`/api/clauses/found?${new URLSearchParams({ game, words })}`),
  /** The drawings of a folder of models, in the board's own words. */
  drawings: <T>(folder: string) => call<T>(`/api/drawings/${encodeURIComponent(folder)}`),
  /** How the models of a folder are built, step by step. */
  steps: <T>(folder: string) => call<T>(`/api/steps/${encodeURIComponent(folder)}`),
  shoppingList: (body: Shopping) => call<ShoppingList>("/api/bricks/list", body),
  /** What can be built from a pasted list. */
  whatCanBeBuilt: (body: Owned) => call<WhatCanBeBuilt>("/api/bricks/owned", body),
  diagram: (clause: string) => call<DiagramFace>(`/api/clauses/diagram?clause=${encodeURIComponent(clause)}`),
  rules: (body: RuleCode) => call<Rules>("/api/rules", body),
  checkArmy: (body: ArmyList) => call<CheckedArmy>("/api/armies/check", body),
  buildCard: (body: CardText) => call<BuiltCard>("/api/cards/build", body),
  /** What a card and some enemies do to each other, so far apart. */
  duels: (body: DuelWish) => call<Duel[]>("/api/cards/duels", body),
  tryDice: (body: Throws) => call<TriedDice>("/api/dice/try", body),
  layTable: (body: Battle) => call<LaidTable>("/api/tables/lay", body),
  /** A battle beside real bricks: what it begins with, and one shot of it. */
  keepBattle: (body: Battle) => call<KeptBattle>("/api/companion/battle", body),
  realShot: (body: RealShotWish) => call<RealShot>("/api/companion/shot", body),
  /** What is wrong with a scenario, and its table as far as it can be laid. */
  checkScenario: (body: ScenarioText) => call<CheckedScenario>("/api/scenarios/check", body),
  /** One battle of bots on such a table. */
  tryScenario: (body: TrialWish) => call<TriedBattle>("/api/scenarios/try", body),
  /** What can be laid on a table of a game by hand. */
  scenarioDesk: (game: string) => call<ScenarioDesk>("/api/scenarios/desk", { game }),
  newLesson: (body: NewLesson) => call<MadeMatch>("/api/lessons", body),
  /** A file of a model, measured and drawn for a unit. */
  ownModel: (body: ModelFile) => call<ToldModel>("/api/models", body),
  newMatchWithModels: (body: NewMatchWithModels) => call<MadeMatch>("/api/battles/with_models", body),
  /** How a model of a table is drawn, in the board's own words. */
  modelOf: (match: string, body: ModelName) => call<unknown>(at(match, "model"), body),
  newMatch: (body: NewMatch) => call<MadeMatch>("/api/matches", body),
  lookAtLink: (secret: string) => call<Link>("/api/links/look", { secret }),
  /** Sits down by one's own link, or by an invitation, which is exchanged for a fresh secret. */
  sitDown: (secret: string, name = "", fresh = "") => call<MadeMatch>("/api/links/sit", { secret, name, fresh }),
  changeSecret: (secret: string, fresh: string) => call<MadeMatch>("/api/links/change", { secret, fresh }),
  freeSeat: (match: string, body: FreeSeat) => call<MadeMatch>(at(match, "free"), body),
  tables: (secrets: string[]) => call<TableLine[]>("/api/tables", { secrets }),
  /** Asks for a rematch, or answers one that was asked for; where nobody else has to answer it is set up. */
  rematch: (match: string, secret: string, want = true) => call<Rematch>(at(match, "rematch"), { secret, want }),
  /** Where the edition that needs no server is, if this server has it. */
  pocket: () => call<Pocket>("/api/pocket"),
  /** A battle as a text, to be brought elsewhere. */
  take: (match: string, secrets: string[]) => call<Carried>(at(match, "take"), { secrets }),
  /** A battle from elsewhere as a table here. */
  bring: (battle: Carried, fresh: string[]) => call<MadeMatch>("/api/battles/bring", { battle, fresh }),
  /** Everything the server of this page keeps; a server of others has no such door. */
  pack: () => call<{ battles: Carried[]; unreadable: number }>("/api/pocket/pack", {}),
  unpack: (battles: Carried[]) =>
    call<{ new: number; longer: number; known: number }>("/api/pocket/unpack", { battles }),
  playOn: (match: string, body: PlayOn) => call<MadeMatch>(at(match, "play_on"), body),
  replay,
  replayText: (match: string) => at(match, "replay.txt"),
  replayPage: (match: string) => at(match, "replay.html"),
};
