// Armies that are kept in this browser, and codes to give away: open, duplicate, forget, paste.
import { CopyPlus, Trash2 } from "lucide-preact";
import { Button, Link, toast } from "../../kit";
import type { GameCard, Refusal } from "../../protocol";
import type { Army } from "../battle/draft";
import { armyCode, designs, nameOf } from "../designs";
import { Codes } from "../yard/codes";
import { freeName } from "./rows";

type ShelfProps = {
  game: GameCard;
  army: Army;
  name: string;
  take: (code: string) => Promise<Refusal | undefined>;
  open: (name: string, army: Army) => void;
};

function Kept({ game, open }: Pick<ShelfProps, "game" | "open">) {
  const kept = Object.entries(designs.armies(game.id));
  if (kept.length === 0) return <p class="k-small k-muted a-after">Armies you save stay here, in this browser.</p>;
  const twin = (name: string, army: Army) => {
    const other = freeName(name, Object.keys(designs.armies(game.id)));
    designs.keepArmy(game.id, other, army);
    toast(`${other} is kept in this browser.`);
  };
  return (
    <ul class="y-kept" data-testid="kept">
      {kept.map(([name, army]) => (
        <li key={name} class="k-row">
          <Button kind="quiet" onClick={() => open(name, army)}>
            {name}
          </Button>
          <span class="k-small k-muted k-grow">{army.map(([text, n]) => `${n}× ${nameOf(text)}`).join(", ")}</span>
          <Button kind="quiet" iconOnly icon={CopyPlus} onClick={() => twin(name, army)}>
            {`Duplicate ${name}`}
          </Button>
          <Button kind="quiet" iconOnly icon={Trash2} onClick={() => designs.dropArmy(game.id, name)}>
            {`Forget ${name}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

export function Shelf({ game, army, name, take, open }: ShelfProps) {
  return (
    <details class="y-formula b-shelf">
      <summary>Kept armies and codes</summary>
      <Codes code={armyCode(army, name)} noun="an army" take={take} />
      <Kept game={game} open={open} />
      {game.own_dice && (
        <p class="a-after">
          Dice from bricks? <Link to="/brick-die">Try yours out.</Link>
        </p>
      )}
    </details>
  );
}
