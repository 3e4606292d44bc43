import { useState } from 'react';
import { choicesOf, type Role, roleNames, type Seat, seatNames } from '../../api/role-names.ts';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { changePerson, type Person } from './people-queries.ts';

/** Nobody takes the role of administrator from themselves: the organization may be left with none. */
export function RoleAndSeat({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const [role, setRole] = useState<string>(person.role);
  const [seat, setSeat] = useState<string>(person.seat);
  const save = () => {
    const changes = { seat: seat as Seat, ...(isOwn ? {} : { role: role as Role }) };
    return changePerson(person.id, changes);
  };
  return (
    <Section title="Role and seat" lead="What they may do, and how often they may call the interface.">
      <Form words="Save" action={save} done="Role and seat saved">
        <Select
          label="Role"
          choices={choicesOf(roleNames)}
          value={role}
          onChange={setRole}
          {...(isOwn ? { hint: 'Another administrator can change your role.', isDisabled: true } : {})}
        />
        <Select label="Seat" choices={choicesOf(seatNames)} value={seat} onChange={setSeat} />
      </Form>
    </Section>
  );
}
