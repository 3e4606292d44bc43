import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { useRoom } from '../room.ts';
import { type PersonOfFile, peopleKey } from './people-of-file.ts';

interface InviteProps {
  readonly project: string;
  readonly projectName: string;
  readonly present: readonly PersonOfFile[];
}

const isRole = (text: string): text is TeamRole => text in teamRoleNames;

/** Finds somebody by their name and puts them into the project of the file, or gives them another role there. */
export function Invite({ project, projectName, present }: InviteProps) {
  const { file } = useRoom();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('viewer');
  const words = name.trim();
  const found = useQuery({
    queryKey: ['people', file, words],
    queryFn: () =>
      call('GET /viewer/v1/files/{file_key}/people', { path: { file_key: file }, query: { name: words } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const invite = useMutation({
    mutationFn: (person: { readonly id: string; readonly handle: string }) =>
      call('PUT /workspace/v1/projects/{project_id}/members/{user_id}', {
        path: { project_id: project, user_id: person.id },
        body: { role },
      }),
    onSuccess: () => setName(''),
    onSettled: () => queries.invalidateQueries({ queryKey: peopleKey(file) }),
  });
  const people = words === '' ? [] : (found.data?.people ?? []);
  const invited = (id: string) =>
    present.find((person) => person.id === id)?.reasons.some(({ by }) => by === 'project') === true;
  return (
    <div className="share-invite">
      <div className="share-publish">
        <label>
          Invite to {projectName}
          <input
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder="Name"
            autoComplete="off"
            maxLength={64}
          />
        </label>
        <label className="share-role">
          Role
          <select value={role} onChange={({ target }) => isRole(target.value) && setRole(target.value)}>
            {Object.entries(teamRoleNames).map(([id, roleName]) => (
              <option key={id} value={id}>
                {roleName}
              </option>
            ))}
          </select>
        </label>
      </div>
      {people.length > 0 && (
        <ul className="share-links" aria-label="Found people">
          {people.map((person) => (
            <li key={person.id}>
              <strong className="cut" dir="auto">
                {person.handle}
              </strong>
              <button
                type="button"
                className="button"
                aria-label={`${invited(person.id) ? 'Change role of' : 'Invite'} ${person.handle}`}
                disabled={invite.isPending}
                onClick={() => invite.mutate(person)}
              >
                {invited(person.id) ? 'Change role' : 'Invite'}
              </button>
            </li>
          ))}
        </ul>
      )}
      {words !== '' && found.data?.people.length === 0 && (
        <p className="quiet">Nobody of the organization has a name that begins so.</p>
      )}
      {found.error !== null && <p role="alert">{sentenceOf(found.error)}</p>}
      {invite.error !== null && <p role="alert">{sentenceOf(invite.error)}</p>}
      {invite.isSuccess && words === '' && (
        <p role="status">{`${invite.variables.handle} is invited to ${projectName}.`}</p>
      )}
    </div>
  );
}
