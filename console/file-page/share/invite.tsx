import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { type FoundPerson, foundPeopleQuery } from '../parts/found-people-query.ts';
import { useRoom } from '../room.ts';
import { FoundPeople } from './found-people.tsx';
import { type PersonOfFile, peopleKey } from './people-of-file.ts';

interface InviteProps {
  readonly project: string;
  readonly projectName: string;
  readonly present: readonly PersonOfFile[];
}

/** Finds somebody by their name and puts them into the project of the file, or gives them another role there. */
export function Invite({ project, projectName, present }: InviteProps) {
  const { file } = useRoom();
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('viewer');
  const words = name.trim();
  const found = useQuery({
    ...foundPeopleQuery(file, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  const invite = useInviting({ project, role, done: () => setName('') });
  const invited = present.filter(({ reasons }) => reasons.some(({ by }) => by === 'project'));
  const error = found.error ?? invite.error;
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
        <RoleChoice role={role} choose={setRole} />
      </div>
      {words !== '' && found.data !== undefined && (
        <FoundPeople
          people={found.data.people}
          invited={new Set(invited.map(({ id }) => id))}
          invite={(person) => invite.mutate(person)}
          isBusy={invite.isPending}
        />
      )}
      {error !== null && <p role="alert">{sentenceOf(error)}</p>}
      {invite.isSuccess && words === '' && (
        <p role="status">{`${invite.variables.handle} is invited to ${projectName}.`}</p>
      )}
    </div>
  );
}

function useInviting({ project, role, done }: { project: string; role: TeamRole; done: () => void }) {
  const { file } = useRoom();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FoundPerson) =>
      call('PUT /workspace/v1/projects/{project_id}/members/{user_id}', {
        path: { project_id: project, user_id: id },
        body: { role },
      }),
    onSuccess: done,
    onSettled: () => queries.invalidateQueries({ queryKey: peopleKey(file) }),
  });
}

const isRole = (text: string): text is TeamRole => text in teamRoleNames;

const RoleChoice = ({ role, choose }: { role: TeamRole; choose: (role: TeamRole) => void }) => (
  <label className="share-role">
    Role
    <select value={role} onChange={({ target }) => isRole(target.value) && choose(target.value)}>
      {Object.entries(teamRoleNames).map(([id, roleName]) => (
        <option key={id} value={id}>
          {roleName}
        </option>
      ))}
    </select>
  </label>
);
