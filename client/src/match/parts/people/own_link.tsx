// The link of one's own seat: to open it on another device, and to change it when somebody else has seen it.
import { useSignal } from "@preact/signals";
import { KeyRound } from "lucide-preact";
import { api, Button, Copy, Dialog, type KeptSeat, newSecret, QrCode, seats, sideName, toast } from "../../../kit";

function ChangeDialog({ kept, close, changed }: { kept: KeptSeat; close: () => void; changed: () => void }) {
  const busy = useSignal(false);
  // one secret for every try: an answer that is lost on the way costs nobody the seat
  const fresh = useSignal(newSecret());
  const change = async (): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    const reply = await api.changeSecret(kept.secret, fresh.peek());
    busy.value = false;
    if (!reply.ok) {
      toast(reply.refusal.sentence);
      return;
    }
    seats.swap(kept.secret, fresh.peek());
    toast("Your seat has a new link. The old one opens nothing any more.");
    close();
    changed();
  };
  return (
    <Dialog
      title="Change the link of your seat?"
      onClose={close}
      testid="change-link-dialog"
      foot={
        <>
          <Button onClick={close}>Leave it</Button>
          <Button kind="ask" onClick={() => void change()} aria-disabled={busy.value} data-testid="change-link-yes">
            Change it
          </Button>
        </>
      }
    >
      <p>
        Do this when somebody else may have seen your link, or when you cannot find it. The old link opens nothing any
        more, and whoever has come in by it is let go. This device gets the new one and stays at the table.
      </p>
    </Dialog>
  );
}

type OwnLinkProps = { kept: KeptSeat; alone: boolean; changed: () => void };

export function OwnLink({ kept, alone, changed }: OwnLinkProps) {
  const open = useSignal(false);
  const dialog = useSignal(false);
  const link = seats.link(kept.secret);
  const whose = alone ? "my seat" : `the seat of ${sideName(kept.seat)}`;
  return (
    <div class="m-own-link" data-testid="own-link">
      <Copy text={link} label={`Copy the link of ${whose}`} />
      <details
        onToggle={(event) => {
          open.value = event.currentTarget.open;
        }}
      >
        <summary>Move to another device, or change the link</summary>
        {open.value && (
          <div class="k-column">
            <QrCode address={link} label={`The link of ${whose} as a QR code`} />
            <Button
              icon={KeyRound}
              onClick={() => {
                dialog.value = true;
              }}
              data-testid="change-link"
            >
              Change this link
            </Button>
          </div>
        )}
      </details>
      {dialog.value && (
        <ChangeDialog
          kept={kept}
          close={() => {
            dialog.value = false;
          }}
          changed={changed}
        />
      )}
    </div>
  );
}
