// An empty seat given away: to whoever has a new invitation, to a bot, or to nobody.
import type { FreeSeat, Refusal } from "../protocol";
import { api } from "./api";
import { seats } from "./seats";

/** Gives an empty seat away; what this browser keeps of it follows. What stands against it, if anything does. */
export async function giveSeat(
  match: string,
  seat: number,
  give: FreeSeat["give"],
  level = "",
): Promise<Refusal | undefined> {
  const secret = seats.of(match)[0]?.secret ?? "";
  const reply = await api.freeSeat(match, { secret, seat, give, level });
  if (!reply.ok) return reply.refusal;
  const key = reply.value.seats[0];
  seats.invite(match, seat, key?.invitation ?? "", key?.until ?? 0);
  return undefined;
}
