// Invitations in words: those that are open can be withdrawn, as at the table.
import { giveSeat, seats, sideName } from "../../kit";
import type { TextAnswer } from "./text_page";

/** An answer for each open invitation to a table; what came of it is told. */
export function withdrawals(match: string, title: string, tell: (sentence: string) => void): TextAnswer[] {
  return seats.linksOf(match).map(({ seat }) => ({
    words: `Withdraw the invitation for ${sideName(seat)}${title && `: ${title}`}`,
    act: async () => {
      const refusal = await giveSeat(match, seat, "nobody");
      tell(refusal?.sentence ?? `The invitation for ${sideName(seat)} is withdrawn: its link opens no seat any more.`);
    },
  }));
}
