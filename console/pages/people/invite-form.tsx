import { useState } from 'react';
import { choicesOf, type Role, roleNames, type Seat, seatNames } from '../../api/role-names.ts';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { invite } from './people-queries.ts';
import type { Sent } from './sent-link.tsx';

export function InviteForm({ onSent }: { onSent: (sent: Sent & { email: string }) => void }) {
  const [role, setRole] = useState<string>('member');
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
        hint="What the form begins with; the person chooses. It may be left empty."
        maxLength={255}
        autoComplete="off"
      />
      <Select label="Role" choices={choicesOf(roleNames)} value={role} onChange={setRole} />
      <Select label="Seat" choices={choicesOf(seatNames)} value={seat} onChange={setSeat} />
    </Form>
  );
}
