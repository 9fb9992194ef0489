// The end of a lesson: one large yellow button that leads into the first real battle.
import { useSignal } from "@preact/signals";
import { Play } from "lucide-preact";
import { api, Button, coached, goFromHere, seats, settings, toast } from "../../../kit";
import type { Coaching } from "../../../protocol";
import { coachingOf } from "../../lessons";
import type { Room } from "../../room";
import { AskPanel } from "../ask_panel";

type Battle = NonNullable<Coaching["battle"]>;

/** Set the first real battle up and go there. */
async function beginBattle(room: Room, battle: Battle): Promise<void> {
  const goOn = goFromHere();
  const me = { kind: "me", ...(settings.name.value && { name: settings.name.value }) };
  const made = await api.newMatch({
    game: room.store.welcome.peek()?.game ?? "",
    scenario: battle.scenario,
    options: battle.options ?? {},
    armies: battle.armies ?? [],
    seats: [me, { kind: "bot", level: battle.level }],
    ready: true,
  });
  if (!made.ok) {
    toast(made.refusal.sentence);
    return;
  }
  seats.keep(made.value);
  coached.add(made.value.match);
  goOn(`/table/${made.value.match}`);
}

/** The battle a lesson leads to, once it is learnt and nothing moves any more. */
export function battleAfter(room: Room): Battle | null {
  const told = coachingOf(room);
  return told && told.at >= told.steps && !room.theatre.playing.value ? (told.battle ?? null) : null;
}

export function BattleButton({ room, battle }: { room: Room; battle: Battle }) {
  const busy = useSignal(false);
  const begin = async (): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    await beginBattle(room, battle);
    busy.value = false;
  };
  return (
    <Button
      kind="ask"
      big
      wide
      icon={Play}
      aria-disabled={busy.value}
      data-testid="first-battle"
      onClick={() => void begin()}
    >
      Now a real battle
    </Button>
  );
}

export function LessonEndPanel({ room, battle }: { room: Room; battle: Battle }) {
  return (
    <AskPanel room={room} brief title="Lesson learnt" foot={<BattleButton room={room} battle={battle} />}>
      <p class="k-small">A fair battle against a beginner. The table goes on giving advice, until you switch it off.</p>
    </AskPanel>
  );
}
