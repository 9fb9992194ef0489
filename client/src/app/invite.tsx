// Links to give away, one for each friend: copy them, then go to the table.
import { Armchair } from "lucide-preact";
import { useState } from "preact/hooks";
import { api, ButtonLink, Copy, Dialog, Link, QrCode, SideMark, seats, sideName, ToServer } from "../kit";
import type { Invitation } from "./start";
import { YourName } from "./your_name";

/** Tells a table what its host is called: at a seat of one's own a name can be given at any time. */
export function nameMySeat(match: string, name: string): void {
  const own = seats.of(match)[0];
  if (own && name) void api.sitDown(own.secret, name);
}

/** The code of one link among several, unfolded when it is wanted. */
function PhoneCode({ seat, address }: { seat: number; address: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="a-phone-code" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>For a phone</summary>
      {open && <QrCode address={address} label={`Link to the seat of ${sideName(seat)} as a QR code`} />}
    </details>
  );
}

/** The links of a match, each with its copy button; several can be copied together. */
export function Links({ invitation }: { invitation: Invitation }) {
  const { links } = invitation;
  const all = links.map(({ seat, address }) => `${sideName(seat)}: ${address}`).join("\n");
  return (
    <>
      <ul class="a-links">
        {links.map(({ seat, address }, index) => (
          <li key={seat} class="k-column">
            <span class="k-row k-strong">
              <SideMark side={seat} quiet />
              {`Seat of ${sideName(seat)}`}
            </span>
            <div class="a-link">
              <input
                class="k-field k-mono"
                readOnly
                value={address}
                aria-label={`Link to the seat of ${sideName(seat)}`}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Copy
                text={address}
                label="Copy link"
                kind={index === 0 && links.length === 1 ? "ask" : "plain"}
                testid="copy-link"
              />
            </div>
            {links.length === 1 ? (
              <QrCode address={address} label={`Link to the seat of ${sideName(seat)} as a QR code`} />
            ) : (
              <PhoneCode seat={seat} address={address} />
            )}
          </li>
        ))}
      </ul>
      {links.length > 1 && <Copy text={all} label={`Copy all ${links.length} links`} kind="ask" testid="copy-links" />}
    </>
  );
}

/** What comes after "Invite a friend". */
export function InviteDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  return (
    <Dialog
      title="Give this link to your friend"
      onClose={onClose}
      testid="invite"
      foot={
        <ButtonLink to={`/table/${invitation.match}`} icon={Armchair} testid="open-table">
          Open the table
        </ButtonLink>
      }
    >
      <p>{`Whoever opens it first sits down: no account, no form. ${invitation.what}, units already placed.`}</p>
      <YourName note="so that your friend sees who invites" changed={(name) => nameMySeat(invitation.match, name)} />
      <Links invitation={invitation} />
      <p class="k-small k-muted">
        It works once; then the seat has a link of its own, which only your friend has. The table stays in your list.
        You may go there now and wait; there you can also withdraw the invitation or give the seat to a bot.
      </p>
    </Dialog>
  );
}

/** What comes after "Invite a friend" where there is no server that a link could lead to. */
export function NoServerDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="A friend by link needs a server" onClose={onClose} testid="needs-server">
      <p>Here the referee sits in your own device, and no link leads to it.</p>
      <ToServer words="At a server of Brickfield a friend sits down by a link." />
      <p>
        Both at this device? <Link to="/new">Set a battle up</Link> with a player on this device, and pass it on between
        your turns.
      </p>
    </Dialog>
  );
}
