// Links in words, as at the table: open invitations are withdrawn or made anew, and the link of one's own seat changes.
import { api, giveSeat, newSecret, seats, sideName } from "../../kit";
import type { TextAnswer } from "./text_page";

type Tell = (sentence: string) => void;

/** Answers for each open invitation to a table; what came of it is told. */
export function invitations(match: string, title: string, tell: Tell): TextAnswer[] {
  const where = title && `: ${title}`;
  return seats.linksOf(match).flatMap(({ seat }) => [
    {
      words: `Withdraw the invitation for ${sideName(seat)}${where}`,
      act: async () => {
        const refusal = await giveSeat(match, seat, "nobody");
        tell(
          refusal?.sentence ?? `The invitation for ${sideName(seat)} is withdrawn: its link opens no seat any more.`,
        );
      },
    },
    {
      words: `Make a new link for ${sideName(seat)}${where}. The old one opens nothing any more`,
      act: async () => {
        const refusal = await giveSeat(match, seat, "link");
        const fresh = seats.linksOf(match).find((one) => one.seat === seat);
        tell(refusal?.sentence ?? `New link for ${sideName(seat)}: ${fresh ? seats.link(fresh.secret) : ""}`);
      },
    },
  ]);
}

/** Answers that give one's own seats at a table new links, for when somebody else may have seen the old ones. */
export function ownLinks(match: string, title: string, tell: Tell): TextAnswer[] {
  return seats.of(match).map((kept) => ({
    words: `Change the link of my seat, ${sideName(kept.seat)}: ${title}. The old one opens nothing any more`,
    act: async () => {
      const fresh = newSecret();
      const reply = await api.changeSecret(kept.secret, fresh);
      if (!reply.ok) return tell(reply.refusal.sentence);
      seats.swap(kept.secret, fresh);
      tell(`Your seat has a new link: ${seats.link(fresh)}`);
    },
  }));
}
