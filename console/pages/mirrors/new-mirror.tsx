import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { Chooser } from '../../parts/chooser.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Picker } from '../../parts/picker.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type Project, teamsQuery } from '../files/file-queries.ts';
import { picksOf } from '../places/place-picks.ts';
import { addMirror, type Upstream } from './mirror-queries.ts';
import { OlderVersionsField, versionCountOf } from './older-versions.tsx';

const wishChoices = [
  { id: 'branches', name: 'Branches of each file' },
  { id: 'webhooks', name: 'Have the other server tell what changes, by webhooks' },
];

interface NewMirrorProps {
  readonly upstreams: readonly Upstream[];
  /** Those that it may lie in. */
  readonly projects: readonly Project[];
}

/** Asks for the address of what is to be kept current, and where it is to lie here. */
export function NewMirror({ upstreams, projects }: NewMirrorProps) {
  const [upstream, setUpstream] = useState(upstreams[0]?.id ?? '');
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const navigate = useNavigate();
  const [wishes, setWishes] = useState<readonly string[]>([]);
  const add = async ({ url = '', project = '', versions = '' }: Readonly<Record<string, string>>) => {
    const { id } = await addMirror({
      upstream,
      project,
      url: url.trim(),
      versions: versionCountOf(versions),
      branches: wishes.includes('branches'),
      webhooks: wishes.includes('webhooks'),
    });
    await navigate({ to: `/settings/organization/mirrors/${encodeURIComponent(id)}` });
  };
  return (
    <FormDialog words="Add mirror" kind="main" title="Keep designs current" send="Add" action={add}>
      <TextField
        label="Address there"
        name="url"
        hint="The address of a file, a project or a team, as the browser shows it; for a file its key will do."
        isRequired
        maxLength={2000}
        autoFocus
        autoComplete="off"
      />
      {upstreams.length > 1 && (
        <Chooser
          label="Upstream"
          choices={upstreams.map(({ id, name }) => ({ id, name }))}
          value={upstream}
          onChange={setUpstream}
        />
      )}
      <Picker label="Project here" name="project" choices={picksOf(projects, teams)} isRequired />
      <CheckboxGroup label="Besides" choices={wishChoices} value={wishes} onChange={setWishes} />
      <OlderVersionsField value={0} />
    </FormDialog>
  );
}
