import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { InviteForm } from '../people/invite-form.tsx';
import { type Sent, SentLink } from '../people/sent-link.tsx';
import { type CountedOrganization, inviteInto } from './organization-list.ts';

/** Invites somebody into an organization of the server: its first administrator, where it has nobody yet. */
export function InviteInto({ organization: { id, name, people } }: { organization: CountedOrganization }) {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<Sent & { email: string }>();
  const close = () => {
    setOpen(false);
    setSent(undefined);
  };
  return (
    <>
      <Button kind="main" onPress={() => setOpen(true)}>
        Invite
      </Button>
      <Dialog title={`Invite into ${name}`} isOpen={isOpen} onClose={close}>
        {sent === undefined ? (
          <InviteForm invite={inviteInto(id)} role={people === 0 ? 'admin' : 'member'} onSent={setSent} />
        ) : (
          <>
            <SentLink sent={sent} to={sent.email} />
            <div>
              <Button kind="main" onPress={close}>
                Done
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  );
}
