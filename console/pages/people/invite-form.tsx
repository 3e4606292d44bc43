import { useState } from 'react';
import { choicesOf, type Role, roleNames, type Seat, seatNames } from '../../api/role-names.ts';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type InviteWriter, invite as inviteIntoOwn } from './people-queries.ts';
import type { Sent } from './sent-link.tsx';

interface InviteProps {
  readonly onSent: (sent: Sent & { email: string }) => void;
  /** Into the organization of who is signed in, where it is left out. */
  readonly invite?: InviteWriter;
  readonly role?: Role;
}

export function InviteForm({ onSent, invite = inviteIntoOwn, role: first = 'member' }: InviteProps) {
  const [role, setRole] = useState<string>(first);
  const [seat, setSeat] = useState<string>('full');
  const send = async ({ email = '', handle = '' }: Readonly<Record<string, string>>) => {
    const name = handle.trim() === '' ? {} : { handle: handle.trim() };
    onSent(await invite({ email: email.trim(), ...name, role: role as Role, seat: seat as Seat }));
  };
  return (
    <Form words="Invite" action={send}>
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        isRequired
        maxLength={320}
        autoFocus
        autoComplete="off"
      />
      <TextField
        label="Name"
        name="handle"
        hint="A suggestion, which the person can change. It may be left empty."
        maxLength={255}
        autoComplete="off"
      />
      <Select label="Role" choices={choicesOf(roleNames)} value={role} onChange={setRole} />
      <Select label="Seat" choices={choicesOf(seatNames)} value={seat} onChange={setSeat} />
    </Form>
  );
}
