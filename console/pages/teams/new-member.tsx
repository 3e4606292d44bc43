import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choicesOf, type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Team } from '../files/file-queries.ts';
import { colleagueOf } from '../people/colleague.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { putMember } from './member-queries.ts';

/** For administrators of the organization: they alone know everybody by e-mail address. */
export function NewMember({ team }: { team: Team }) {
  const { users } = useSuspenseQuery(peopleQuery).data;
  const [role, setRole] = useState<string>('editor');
  const add = async ({ email = '' }: Readonly<Record<string, string>>, form: HTMLFormElement) => {
    await putMember(team.id, colleagueOf(users, email, 'email').id, role as TeamRole);
    form.reset();
  };
  return (
    <Form words="Add" action={add} done="Added to the team">
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        isRequired
        maxLength={320}
        autoComplete="off"
      />
      <Select label="Role" choices={choicesOf(teamRoleNames)} value={role} onChange={setRole} />
    </Form>
  );
}
