// The table: a board under everything, panels at its edges, and the question in hand.
import { effect, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { createBoard } from "../board";
import { askedQuality, clausesIn, go, inBattle, isDark, isReduced, seats, sideName, textMode, toast } from "../kit";
import { useCalling } from "./connection/calling";
import { pressKey, watchPointer } from "./keyboard";
import { BannerLine } from "./parts/banner";
import { SightCard, UnitCard } from "./parts/cards";
import { BotWhySheet } from "./parts/coaching/bot_why";
import { Coach } from "./parts/coaching/coach";
import { FirstBattle } from "./parts/coaching/first_battle";
import { battleAfter, LessonEndPanel } from "./parts/coaching/lesson_end";
import { DeedsPanel } from "./parts/deeds";
import { GoalSheet, TaskNotice } from "./parts/goals";
import { Hands } from "./parts/hands";
import { KeysSheet } from "./parts/keys_sheet";
import { LogSheet, LogStrip } from "./parts/log_strip";
import { MenuSheet } from "./parts/menu";
import { OwnList } from "./parts/own_list";
import { ByeBox, ConnectionLine, FaultLine } from "./parts/people/connection";
import { HandOver, useHolder } from "./parts/people/hand_over";
import { mayTalk, PhraseList, Said } from "./parts/people/phrases";
import { WaitingPanel } from "./parts/people/waiting";
import { PlayingPanel } from "./parts/playing";
import { SheetList, SheetOver } from "./parts/sheet_list";
import { TextMode } from "./parts/text_mode";
import { TopBar } from "./parts/top_bar";
import { WinPanel } from "./parts/win";
import { expose } from "./probe";
import { createRoom, type Room } from "./room";
import { useHomeward } from "./ways/homeward";
import { useMargins } from "./ways/margins";
import { openWidget } from "./widgets/registry";
import "./styles";

type Over = "" | "menu" | "keys" | "log" | "card" | "deeds" | "why" | "phrases" | "goal";

/** The board in its place, attached to the room as long as it is shown. */
function BoardHost({ room, host }: { room: Room; host: { current: HTMLDivElement | null } }) {
  useEffect(() => {
    const place = host.current;
    if (!place) return;
    const board = createBoard(place, { quality: askedQuality(), reducedMotion: isReduced.peek() });
    const detach = room.attach(board);
    const followHour = effect(() => board.night(isDark.value));
    return () => {
      followHour();
      detach();
      board.dispose();
    };
  }, [room, host]);
  return <div class="m-board" ref={host} role="application" aria-label="The board. Text mode: Alt and T" />;
}

/** The panel of the moment: the end, the question, or waiting. */
function Moment({ room }: { room: Room }) {
  const outcome = room.store.view.value?.outcome;
  const battle = battleAfter(room);
  if (battle) return <LessonEndPanel room={room} battle={battle} />;
  if (outcome && !room.theatre.playing.value) return <WinPanel room={room} outcome={outcome} />;
  const scene = room.theatre.now.value;
  if (scene) return <PlayingPanel room={room} scene={scene} />;
  const Panel = room.opened.value?.panel;
  return Panel ? <Panel key={JSON.stringify(room.opened.value?.asked.kind)} /> : <WaitingPanel room={room} />;
}

function Units({ room }: { room: Room }) {
  const List = room.opened.value?.list;
  if (room.store.view.value === null) return null;
  const hasSheets = room.store.view.value.situation.sheets.length > 0;
  return (
    <aside class={`m-own k-panel ${hasSheets ? "sheets" : ""}`} data-panel aria-label="Units">
      <Hands room={room} />
      {List ? <List /> : hasSheets ? <SheetList room={room} /> : <OwnList room={room} />}
    </aside>
  );
}

/** What is asked, for those who hear the page; at one device with several seats also whose turn it is. */
function Announcer({ room }: { room: Room }) {
  const asked = room.store.decision.value;
  const shared = (room.store.welcome.value?.yours.length ?? 0) > 1;
  const who = asked && shared ? `${sideName(asked.seat)}, it is your turn. ` : "";
  return (
    <p class="k-spoken" role="alert" aria-live="assertive">
      {asked ? `${who}You are asked: ${asked.title}` : ""}
    </p>
  );
}

/** The sides this browser plays at a table, in words. */
const sideNames = (match: string): string =>
  seats
    .of(match)
    .map((one) => sideName(one.seat))
    .join(" and ");

function useRematch(room: Room): void {
  const moved = room.store.rematch.value;
  useEffect(() => {
    if (!moved) return;
    const own = seats.of(room.match);
    seats.follow(room.match, moved.match, moved.places);
    toast(own.length > 0 ? `The rematch: you play ${sideNames(moved.match)}.` : "The rematch.");
    go(`${own.length > 0 ? "/table" : "/watch"}/${moved.match}`);
  }, [room, moved]);
}

/** The rules that are opened over this table, or from it, know what is agreed here and what is at work now. */
function followBattle(room: Room): () => void {
  const stop = effect(() => {
    const welcome = room.store.welcome.value;
    const now = [...clausesIn(room.store.decision.value), ...clausesIn(room.store.shown.value?.events ?? [])];
    const { match } = room;
    if (!welcome) return;
    inBattle.value = {
      ...{ match, game: welcome.game, title: welcome.face.title, now: [...new Set(now)] },
      options: welcome.options as Record<string, unknown>,
    };
  });
  return () => {
    stop();
    inBattle.value = null;
  };
}

export function TablePage({ match, mode }: { match: string; mode: "play" | "watch" }) {
  // counts how often the link of a seat was changed here: the table is opened anew with the new one
  const renewed = useSignal(0);
  const room = useMemo(
    () => createRoom({ match, watch: mode === "watch", widget: openWidget }),
    [match, mode, renewed.value],
  );
  const page = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const over = useSignal<Over>("");
  const hidden = useSignal(false);
  const holding = useHolder(room);
  const next = holding.next();
  const open = (what: Over) => () => {
    over.value = over.peek() === what ? "" : what;
  };
  useCalling(room);
  useEffect(() => expose(room), [room]);
  useEffect(() => () => room.close(), [room]);
  useRematch(room);
  useHomeward(room);
  useEffect(() => followBattle(room), [room]);
  useMargins(room, page, host);
  useEffect(() => {
    const close = (): boolean => {
      const was = over.peek() !== "";
      over.value = "";
      return was;
    };
    const flip = (one: typeof hidden) => () => {
      one.value = !one.peek();
    };
    const actions = {
      hide: flip(hidden),
      log: open("log"),
      card: () => {
        if (room.store.view.peek()?.situation.sheets.length) room.sheet.value = !room.sheet.peek();
        else open("card")();
      },
      keys: open("keys"),
      phrases: () => {
        if (mayTalk(room)) open("phrases")();
      },
      text: flip(textMode),
      close,
    };
    const press = (event: KeyboardEvent): void => {
      if (holding.next() === null && pressKey(room, actions, event)) event.preventDefault();
    };
    const unwatch = watchPointer();
    window.addEventListener("keydown", press);
    return () => {
      unwatch();
      window.removeEventListener("keydown", press);
    };
  }, [room]);
  return (
    <div class={`m-table ${hidden.value ? "bare" : ""}`} data-testid="table" ref={page}>
      {next !== null && (
        <HandOver
          key={next}
          seat={next}
          name={room.store.seats.value.find((one) => one.seat === next)?.name ?? ""}
          taken={() => holding.take(next)}
        />
      )}
      {textMode.value && next === null && (
        <TextMode
          room={room}
          close={() => {
            textMode.value = false;
          }}
        />
      )}
      <Said room={room} />
      <div class={`m-stage ${textMode.value ? "away" : ""}`} inert={textMode.value || next !== null}>
        <BoardHost room={room} host={host} />
        <TopBar room={room} menu={open("menu")} goal={open("goal")} />
        {next === null && <TaskNotice room={room} />}
        <ConnectionLine room={room} />
        <FaultLine room={room} />
        <ByeBox room={room} />
        <Announcer room={room} />
        <Coach room={room} />
        {next === null && <FirstBattle room={room} />}
        {next === null && <Units room={room} />}
        <BannerLine banner={room.theatre.banner.value} />
        <DeedsPanel room={room} isOpen={over.value === "deeds"} close={open("deeds")} />
        <div class="m-float m-cards">
          <SightCard room={room} />
          {over.value === "card" && <UnitCard room={room} close={open("card")} />}
        </div>
        {next === null && <Moment room={room} />}
        <LogStrip
          room={room}
          open={open("log")}
          keys={open("keys")}
          deeds={open("deeds")}
          why={open("why")}
          say={open("phrases")}
        />
        {over.value === "phrases" && <PhraseList room={room} close={open("phrases")} />}
        {over.value === "menu" && (
          <MenuSheet
            room={room}
            close={open("menu")}
            keys={open("keys")}
            text={() => {
              over.value = "";
              textMode.value = true;
            }}
            renewed={() => {
              over.value = "";
              renewed.value += 1;
            }}
          />
        )}
        <SheetOver room={room} />
        {over.value === "keys" && <KeysSheet close={open("keys")} verbs={room.face.value?.verbs ?? []} />}
        {over.value === "goal" && <GoalSheet room={room} close={open("goal")} />}
        {over.value === "log" && <LogSheet room={room} close={open("log")} />}
        {over.value === "why" && <BotWhySheet room={room} close={open("why")} />}
      </div>
    </div>
  );
}
