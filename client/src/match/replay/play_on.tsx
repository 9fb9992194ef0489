// "Play on from here": a new table that begins as the battle stood at this step, with seats to choose.
import { Swords } from "lucide-preact";
import { useEffect, useState } from "preact/hooks";
import { api, Button, Dialog, goFromHere, isPocket, SideMark, seats, settings, sideName } from "../../kit";
import type { GameCard, Refusal, Replay, SeatCard, SeatWish } from "../../protocol";

type Levels = GameCard["levels"];

/** Who may sit where; a bot by its level. */
const OTHERS: readonly [string, string][] = [
  ["me", "Me"],
  ["here", "A player on this device"],
  // no link leads to a table that lies in this very page
  ...(isPocket ? [] : ([["link", "A friend, by link"]] as [string, string][])),
];

/** The seats as they are proposed: my own, or the first one, is mine; the others are played by a bot. */
export function proposed(cards: readonly SeatCard[], own: readonly number[], levels: Levels): string[] {
  const mine = own[0] ?? 0;
  const usual = levels[0]?.id ?? "";
  return cards.map(({ seat, kind, level }) => {
    if (seat === mine) return "me";
    return kind === "bot" && levels.some((one) => one.id === level) ? level : usual;
  });
}

/** A choice as the server takes it. */
export function wishOf(choice: string): SeatWish {
  if (choice === "me") return { kind: "me", ...(settings.name.value && { name: settings.name.value }) };
  return OTHERS.some(([kind]) => kind === choice) ? { kind: choice } : { kind: "bot", level: choice };
}

function Choosing({
  replay,
  step,
  levels,
  close,
}: {
  replay: Replay;
  step: number;
  levels: Levels;
  close: () => void;
}) {
  const own = seats.of(replay.match).map((one) => one.seat);
  const [chosen, choose] = useState(() => proposed(replay.seats, own, levels));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const begin = async () => {
    if (busy) return;
    setBusy(true);
    const goOn = goFromHere();
    const secret = seats.of(replay.match)[0]?.secret ?? "";
    const reply = await api.playOn(replay.match, { step, secret, seats: chosen.map(wishOf) });
    setBusy(false);
    setRefusal(reply.ok ? undefined : reply.refusal);
    if (!reply.ok) return;
    seats.keep(reply.value);
    const isMine = reply.value.seats.some((one) => one.kind === "me" || one.kind === "here");
    goOn(`/${isMine ? "table" : "watch"}/${reply.value.match}`);
  };
  return (
    <Dialog
      title="Play on from here"
      onClose={close}
      testid="play-on-dialog"
      foot={
        <>
          <Button onClick={close}>Leave it</Button>
          <Button kind="ask" icon={Swords} onClick={begin} aria-disabled={busy} data-testid="play-on-begin">
            {busy ? "Setting up" : "Play on"}
          </Button>
        </>
      }
    >
      <p>A new table, as the battle stood at this step, by the same rules. From here on other dice fall.</p>
      <ul class="r-play-on">
        {replay.seats.map(({ seat, army }) => (
          <li key={seat} class="k-row">
            <SideMark side={seat} size={24} />
            <label class="k-grow" for={`play-on-${seat}`}>
              <span class="k-strong">{sideName(seat)}</span> {army && <span class="k-small k-muted">{army}</span>}
            </label>
            <select
              id={`play-on-${seat}`}
              class="k-field"
              value={chosen[seat]}
              onChange={(event) => {
                const value = event.currentTarget.value;
                choose(chosen.map((one, i) => (i === seat ? value : one)));
              }}
            >
              {OTHERS.map(([kind, words]) => (
                <option key={kind} value={kind}>
                  {words}
                </option>
              ))}
              {levels.map((level) => (
                <option key={level.id} value={level.id}>
                  {level.title} bot
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {refusal && (
        <p class="m-refusal" role="alert">
          {refusal.sentence}
        </p>
      )}
    </Dialog>
  );
}

export function PlayOn({ replay, step }: { replay: Replay; step: number }) {
  const [open, setOpen] = useState(false);
  const [levels, setLevels] = useState<Levels | null>(null);
  const end = replay.steps[step]?.view.outcome;
  useEffect(() => {
    if (!open || levels) return;
    api.games().then((reply) => {
      const game = reply.ok ? reply.value.find((one) => one.id === replay.game) : undefined;
      // random play is only a yardstick
      setLevels((game?.levels ?? []).filter((one) => one.id !== "random"));
    });
  }, [open]);
  return (
    <>
      <Button
        icon={Swords}
        onClick={() => setOpen(true)}
        aria-disabled={end !== null}
        title={end ? "The battle is over at this step: choose an earlier one" : ""}
        data-testid="play-on"
      >
        Play on from here
      </Button>
      {open && !end && levels && <Choosing replay={replay} step={step} levels={levels} close={() => setOpen(false)} />}
    </>
  );
}
