import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choicesOf, type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { Form } from '../../parts/form.tsx';
import { Picker } from '../../parts/picker.tsx';
import { Select } from '../../parts/select.tsx';
import type { Team } from '../files/file-queries.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { putMember } from './member-queries.ts';

/** For administrators of the organization: they alone know everybody. */
export function NewMember({ team }: { team: Team }) {
  const { users } = useSuspenseQuery(peopleQuery).data;
  const [role, setRole] = useState<string>('editor');
  const [added, setAdded] = useState(0);
  const add = async ({ person = '' }: Readonly<Record<string, string>>) => {
    await putMember(team.id, person, role as TeamRole);
    setAdded(added + 1);
  };
  const choices = users
    .filter(({ id }) => !team.members?.some(({ user }) => user === id))
    .map(({ id, handle, email }) => ({ id, name: handle, detail: email }));
  return (
    <Form words="Add" action={add} done="Added to the team">
      <Picker key={added} label="Person" name="person" choices={choices} isRequired />
      <Select label="Role" choices={choicesOf(teamRoleNames)} value={role} onChange={setRole} />
    </Form>
  );
}
