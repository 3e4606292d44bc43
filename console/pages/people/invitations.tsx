import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { roleNames, seatNames } from '../../api/role-names.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { LongTable } from '../../parts/long-table.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { type Invitation, invitationsQuery, inviteAgain, withdraw } from './people-queries.ts';
import { SentLink } from './sent-link.tsx';

const deliveries = {
  sending: 'On its way',
  mailed: 'Mailed',
  failed: 'Not taken by the mail server',
  shown: 'Shown, to be handed on',
} as const;

const columns: readonly Column<Invitation>[] = [
  { name: 'E-mail address', cell: ({ email }) => email },
  { name: 'As', cell: ({ role, seat }) => `${roleNames[role]}, ${seatNames[seat]}` },
  { name: 'Link', cell: ({ delivery }) => deliveries[delivery] },
  {
    name: 'Expires',
    cell: ({ expired, expires_at }) => (expired ? 'Expired' : <Day at={expires_at} />),
  },
  { name: 'Actions', isUnseen: true, cell: (invitation) => <Actions {...invitation} /> },
];

/** Invitations that nobody accepted yet. */
export function Invitations() {
  const { invitations } = useSuspenseQuery(invitationsQuery).data;
  return (
    <Section title="Invitations" lead="People who are invited and have not joined yet.">
      {invitations.length === 0 ? (
        <Empty
          action={<LinkButton to="/settings/organization/people/invite">Invite somebody</LinkButton>}
          command="npx vitrine user invite --email nora@example.com"
        >
          Nobody is invited at the moment.
        </Empty>
      ) : (
        <LongTable
          name="Invitations"
          columns={columns}
          rows={invitations}
          keyOf={({ id }) => id}
          textOf={({ email, handle }) => `${handle ?? ''} ${email}`.toLowerCase()}
        />
      )}
    </Section>
  );
}

const Actions = (invitation: Invitation) => (
  <span className="row-buttons">
    <SendAgain {...invitation} />
    <ConfirmButton
      words="Withdraw"
      label={`Withdraw the invitation of ${invitation.email}`}
      title={`Withdraw the invitation of ${invitation.email}?`}
      action={() => withdraw(invitation.id)}
    >
      Its link does not work from then on. You can invite them again.
    </ConfirmButton>
  </span>
);

/** Another link is made at once; the one before is void. */
function SendAgain({ id, email }: Invitation) {
  const [isOpen, setOpen] = useState(false);
  const send = useMutation({ mutationFn: () => inviteAgain(id), onSettled: () => setOpen(true) });
  const close = () => setOpen(false);
  return (
    <>
      <Button
        kind="plain"
        aria-label={`Send again to ${email}`}
        isPending={send.isPending}
        onPress={() => send.mutate()}
      >
        Send again
      </Button>
      <Dialog title={`Invitation of ${email}`} isOpen={isOpen} onClose={close}>
        {send.isError && <Notice kind="wrong">{sentenceOf(send.error)}</Notice>}
        {send.data !== undefined && <SentLink sent={send.data} to={email} />}
        <div className="choices">
          <Button onPress={close}>Done</Button>
        </div>
      </Dialog>
    </>
  );
}
