// At a real table: phone first. Everything stays on this device; the rules are asked, never written again.
import { Crosshair, ListChecks, ScrollText, Shield, Undo2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button, useTitle } from "../../kit";
import { type Kept, kept, undo } from "./battle";
import "./companion.css";
import { Log } from "./log";
import { Round, Whose } from "./round";
import { Setup } from "./setup";
import { Shoot } from "./shoot";
import { Units } from "./units";

const TABS = [
  { id: "shoot", words: "Shoot", icon: Crosshair, View: Shoot },
  { id: "units", words: "Units", icon: Shield, View: Units },
  { id: "round", words: "Round", icon: ListChecks, View: Round },
  { id: "log", words: "Log", icon: ScrollText, View: Log },
] as const;

function Battle({ battle }: { battle: Kept }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("shoot");
  const { View } = TABS.find((one) => one.id === tab) ?? TABS[0];
  return (
    <div class="q-battle">
      <header class="q-head">
        <div class="k-grow">
          <h1>{battle.title}</h1>
          <Whose kept={battle} />
        </div>
        <Button icon={Undo2} aria-disabled={battle.past.length === 0} onClick={undo} data-testid="undo">
          Undo
        </Button>
      </header>
      <div class="q-view" data-testid={`view-${tab}`}>
        <View kept={battle} />
      </div>
      <nav class="q-tabs" aria-label="Parts of the battle">
        {TABS.map(({ id, words, icon: Picture }) => (
          <button
            type="button"
            key={id}
            aria-current={tab === id ? "page" : undefined}
            onClick={() => {
              setTab(id);
              scrollTo(0, 0);
            }}
            data-testid={`tab-${id}`}
          >
            <Picture size={22} aria-hidden="true" />
            {words}
          </button>
        ))}
      </nav>
    </div>
  );
}

export function CompanionPage() {
  useTitle("At a real table");
  const battle = kept.value;
  return <div class="q-page">{battle ? <Battle battle={battle} /> : <Setup />}</div>;
}
