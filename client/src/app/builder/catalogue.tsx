// The catalogue: everything an army may be made of, class by class, in the order of the book; looked through by filters.
import { Plus } from "lucide-preact";
import { Button, NumberRow } from "../../kit";
import type { BuiltCard, CardFace, GameCard, NumberFace } from "../../protocol";
import type { Army } from "../battle/draft";
import { nameOf } from "../designs";
import { choicesOf, EVERYTHING, groupsOf, isSought, type Offer, type Sought } from "./filters";
import { Picture } from "./picture";
import { countOf } from "./rows";

/** More numbers than this stand in a line below the name. */
const MOST_COLUMNS = 5;

export type CatalogueProps = {
  game: GameCard;
  offers: readonly Offer[];
  built: ReadonlyMap<string, BuiltCard>;
  army: Army;
  sought: Sought;
  seek: (sought: Sought) => void;
  /** Points that are not spent yet. */
  left: number;
  poolLeft: number;
  chosen: string;
  choose: (text: string) => void;
  add: (text: string) => void;
};

/** The numbers of a card beside its price. */
export const numbersOf = (card: CardFace | undefined): NumberFace[] =>
  (card?.numbers ?? []).filter((number) => number.id !== "cost");

type SelectProps = { label: string; all: string; now: string; choices: readonly string[]; set: (one: string) => void };

function Select({ label, all, now, choices, set }: SelectProps) {
  if (choices.length === 0) return null;
  return (
    <select class="k-field" aria-label={label} value={now} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{all}</option>
      {choices.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function Filters({ offers, sought, seek }: Pick<CatalogueProps, "offers" | "sought" | "seek">) {
  const { countries, sorts, traits } = choicesOf(offers);
  const dearest = Math.max(0, ...offers.map((one) => one.card?.cost ?? 0));
  const isNarrow = JSON.stringify(sought) !== JSON.stringify(EVERYTHING);
  return (
    <div class="b-filters" role="search" aria-label="Catalogue">
      <input
        class="k-field"
        type="search"
        aria-label="Search the catalogue"
        placeholder="Search"
        value={sought.words}
        maxLength={60}
        onInput={(event) => seek({ ...sought, words: event.currentTarget.value })}
        data-testid="search"
      />
      <Select
        label="Country"
        all="Any country"
        now={sought.country}
        choices={countries}
        set={(country) => seek({ ...sought, country })}
      />
      <Select
        label="Class"
        all="Any class"
        now={sought.sort}
        choices={sorts}
        set={(sort) => seek({ ...sought, sort })}
      />
      <Select
        label="Trait"
        all="Any trait"
        now={sought.trait}
        choices={traits}
        set={(trait) => seek({ ...sought, trait })}
      />
      <div class="k-row b-most">
        <span class="k-small">At most</span>
        <NumberRow
          label="At most so many points"
          value={sought.most || dearest}
          min={1}
          max={Math.max(1, dearest)}
          typed
          onChange={(most) => seek({ ...sought, most: most >= dearest ? 0 : most })}
        />
        <span class="k-small k-grow">points</span>
        {isNarrow && (
          <Button kind="quiet" onClick={() => seek(EVERYTHING)}>
            Show all
          </Button>
        )}
      </div>
    </div>
  );
}

type RowProps = { offer: Offer; card: CardFace | undefined; columns: readonly string[] } & CatalogueProps;

function OfferRow({ offer, card, columns, game, army, chosen, choose, add, left, poolLeft }: RowProps) {
  const count = countOf(army, offer.text);
  const dear = (card?.cost ?? 0) > (offer.piece ? poolLeft : left);
  const title = card?.title || nameOf(offer.text);
  const numbers = numbersOf(card);
  return (
    <tr
      class={`${chosen === offer.text ? "chosen" : ""} ${dear ? "dear" : ""}`}
      data-offer={offer.text}
      onClick={() => choose(offer.text)}
    >
      <td class="b-picture-cell">
        <Picture game={game} face={card} piece={offer.piece} />
      </td>
      <th scope="row">
        {count > 0 && (
          <span class="b-in" aria-hidden="true">
            {`${count}×`}
          </span>
        )}
        <button type="button" class="b-name" aria-pressed={chosen === offer.text} onClick={() => choose(offer.text)}>
          {title}
        </button>{" "}
        {(card?.traits ?? []).length > 0 && !offer.piece && (
          <span class="k-tiny k-muted">{card?.traits.join(", ")}</span>
        )}
        {columns.length === 0 && numbers.length > 0 && (
          <span class="b-inline k-tiny">
            {numbers.map((number) => (
              <span key={number.id} title={number.title}>
                {`${number.short} `}
                <b>{number.written || number.value}</b>
              </span>
            ))}
          </span>
        )}
      </th>
      {columns.map((id) => {
        const number = numbers.find((one) => one.id === id);
        return (
          <td key={id} class="k-number">
            {number ? number.written || number.value : ""}
          </td>
        );
      })}
      <td class="k-number k-strong">{card?.cost ?? ""}</td>
      <td class="b-add">
        <Button
          iconOnly
          icon={Plus}
          onClick={(event: Event) => {
            event.stopPropagation();
            add(offer.text);
          }}
          data-testid={`add-${offer.text}`}
        >
          {`Add ${title}${count > 0 ? `, ${count} in the army` : ""}`}
        </Button>
      </td>
    </tr>
  );
}

function Group({ title, offers, ...props }: CatalogueProps & { title: string }) {
  const cards = offers.map((offer) => offer.card ?? props.built.get(offer.text)?.face);
  const shown = numbersOf(cards.find(Boolean));
  const columns = shown.length <= MOST_COLUMNS ? shown : [];
  return (
    <tbody>
      <tr class="b-class">
        <th scope="colgroup" colSpan={2}>
          {title || "Cards"}
        </th>
        {columns.map((number) => (
          <th key={number.id} scope="col" class="k-number">
            <abbr title={number.title}>{number.short}</abbr>
          </th>
        ))}
        <th scope="col" class="k-number">
          Cost
        </th>
        <th scope="col">
          <span class="k-spoken">Add</span>
        </th>
      </tr>
      {offers.map((offer, at) => (
        <OfferRow
          key={offer.text}
          {...props}
          offers={offers}
          offer={offer}
          card={cards[at]}
          columns={columns.map((one) => one.id)}
        />
      ))}
    </tbody>
  );
}

export function CatalogueList(props: CatalogueProps) {
  const { offers, built, sought, left } = props;
  const faced = (offer: Offer): Offer => ({ ...offer, card: offer.card ?? built.get(offer.text)?.face });
  const found = offers.filter((offer) => isSought(faced(offer), sought));
  return (
    <>
      <Filters {...props} />
      <div class="b-list" data-testid="catalogue">
        {found.length === 0 && <p class="a-pad k-muted">Nothing in the catalogue is like that.</p>}
        {groupsOf(found).map(([title, group]) => (
          <table key={title} class="b-table">
            <Group {...props} title={title} offers={group} />
          </table>
        ))}
      </div>
      <p class="b-note k-small k-muted" role="status">
        {`${found.length} of ${offers.length} shown. Greyed ones cost more than the ${Math.max(0, left)} points left.`}
      </p>
    </>
  );
}
