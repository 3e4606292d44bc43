import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { projectsQuery, type Team } from './file-queries.ts';

type Access = 'team' | 'view_only' | 'invite_only';

const accessChoices = [
  { id: 'team', name: 'Everybody in the team, in the role that they have there' },
  { id: 'view_only', name: 'The team may view' },
  { id: 'invite_only', name: 'Only people who are invited' },
];

/** The button by which a project comes to be, and its form. */
export function NewProject({ team, kind }: { team: Team; kind?: 'main' }) {
  const [access, setAccess] = useState<string>('team');
  const make = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const body = { name: name.trim(), team: team.id, access: access as Access };
    await call('POST /workspace/v1/projects', { body });
    await queries.invalidateQueries(projectsQuery(team.id));
  };
  return (
    <FormDialog
      words="Create project"
      {...(kind === undefined ? {} : { kind })}
      title="New project"
      send="Create"
      action={make}
    >
      <TextField label="Name" name="name" isRequired maxLength={255} autoFocus autoComplete="off" />
      <Select label="Who sees it" choices={accessChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}
