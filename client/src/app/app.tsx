// Which page stands at which address.
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { ClauseSheet, isTextModeKey, route, Toast, textMode } from "../kit";
import { CreditsPage } from "./credits";
import { Frame } from "./frame";
import { HomePage } from "./home";
import { JoinPage } from "./join";
import { Later } from "./later";
import { LostPage } from "./lost";
import { SettingsPage } from "./settings";
import "./styles";
import { TextPages } from "./text/text_pages";

// Three.js, the board and the table come only when somebody goes to a table.
const table = () => import("../match");

const BUILDER = {
  load: () => import("./builder/page").then((m) => m.BuilderPage),
  awaiting: "Opening the army builder.",
};

/** Pages on which something is built or tried out before a battle. */
const YARDS: Record<string, { load: () => Promise<ComponentType>; awaiting: string }> = {
  armies: BUILDER,
  // addresses people have kept: the builder of the game with such a yard, its workshop open
  workshop: BUILDER,
  shipyard: BUILDER,
  barracks: BUILDER,
  editor: {
    load: () => import("./editor/page").then((m) => m.EditorPage),
    awaiting: "Clearing the table.",
  },
  "brick-die": {
    load: () => import("./brick_die/page").then((m) => m.BrickDiePage),
    awaiting: "Fetching the dice.",
  },
};

/** The page for an address outside the table, inside the common frame. */
function Page({ parts }: { parts: string[] }) {
  const [first, second] = parts;
  if (first === undefined) return <HomePage />;
  if (first === "new" && !second) {
    return (
      <Later load={() => import("./battle/page").then((m) => m.NewBattlePage)} awaiting="Opening the new battle." />
    );
  }
  if (first === "companion" && !second) {
    return (
      <Later load={() => import("./companion/page").then((m) => m.CompanionPage)} awaiting="Opening the real table." />
    );
  }
  if (first === "join" && !second) return <JoinPage />;
  if (first === "rules" && parts.length <= 2) {
    const clause = second ?? "";
    return (
      <Later load={() => import("./rules").then((m) => m.RulesPage)} awaiting="Opening the rules." clause={clause} />
    );
  }
  if (first === "aids" && !second) {
    return <Later load={() => import("./aids/page").then((m) => m.AidsPage)} awaiting="Fetching the measures." />;
  }
  if (first === "bricks" && parts.length <= 3) {
    const load = () => import("./bricks/page").then((m) => m.BricksPage);
    return <Later key={parts.length} load={load} awaiting="Fetching the models." parts={parts.slice(1)} />;
  }
  const yard = second && !(first === "armies" && parts.length === 2) ? undefined : YARDS[first];
  if (yard) return <Later key={parts.join("/")} load={yard.load} awaiting={yard.awaiting} />;
  if (first === "settings" && !second) return <SettingsPage />;
  if (first === "credits" && !second) return <CreditsPage />;
  return <LostPage />;
}

function Shown() {
  const { parts } = route.value;
  const [first, match] = parts;
  if (match && parts.length === 2) {
    if (first === "table" || first === "watch") {
      const mode = first === "table" ? "play" : "watch";
      const load = () => table().then((m) => m.TablePage);
      return (
        <Later key={`${first}/${match}`} load={load} awaiting="Carrying in the table." match={match} mode={mode} />
      );
    }
    if (first === "replay") {
      const load = () => table().then((m) => m.ReplayPage);
      return <Later key={`replay/${match}`} load={load} awaiting="Carrying in the table." match={match} />;
    }
  }
  if (textMode.value) return <TextPages />;
  return (
    <Frame>
      <Page parts={parts} />
    </Frame>
  );
}

/** Whether the table itself, which has its own keys, is shown. */
function isAtTable(): boolean {
  return ["table", "watch", "replay"].includes(route.value.parts[0] ?? "");
}

function useTextModeKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isTextModeKey(event) || isAtTable()) return;
      event.preventDefault();
      textMode.value = !textMode.value;
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

export function App() {
  useTextModeKey();
  return (
    <>
      <Shown />
      <ClauseSheet />
      <Toast />
    </>
  );
}
