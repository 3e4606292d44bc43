import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { choicesOf, type TeamRole, teamRoleNames } from '../../api/role-names.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Picker } from '../../parts/picker.tsx';
import { Select } from '../../parts/select.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { type Project, projectsQuery, teamsQuery } from '../files/file-queries.ts';
import { administersOwn } from '../organization/administers-organization.ts';
import { peopleQuery } from '../people/people-queries.ts';

type Member = NonNullable<Project['members']>[number];

/** Who was invited to a project beside its team, and inviting somebody. */
export function ProjectPeople({ project, close }: { project: Project; close: () => void }) {
  const [role, setRole] = useState<string>('editor');
  const { members = [] } =
    useQuery(projectsQuery(project.team)).data?.projects.find(({ id }) => id === project.id) ?? project;
  const invite = ({ person = '' }: Readonly<Record<string, string>>) =>
    putMember(project, person, role as TeamRole);
  return (
    <>
      {members.length === 0 ? (
        <p className="quiet">Nobody besides its team has been invited to this project.</p>
      ) : (
        <Table
          name="Invited people"
          columns={columnsFor(project)}
          rows={members}
          keyOf={({ user }) => user}
        />
      )}
      <Form words="Invite" action={invite} besides={<Button onPress={close}>Close</Button>}>
        <Picker key={members.length} label="Person" name="person" choices={usePeople(project)} isRequired />
        <Select label="Role" choices={choicesOf(teamRoleNames)} value={role} onChange={setRole} />
      </Form>
    </>
  );
}

/** Administrators of the organization know everybody; others those of their teams. */
function usePeople(project: Project) {
  const session = useSuspenseQuery(sessionQuery).data;
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const people = useQuery({ ...peopleQuery, enabled: administersOwn(session) }).data?.users;
  const known = teams.flatMap(({ members = [] }) =>
    members.map(({ user, handle }) => [user, handle] as const),
  );
  const all =
    people?.map(({ id, handle, email }) => ({ id, name: handle, detail: email })) ??
    [...new Map(known)].map(([id, name]) => ({ id, name }));
  return all.filter(({ id }) => !project.members?.some(({ user }) => user === id));
}

const columnsFor = (project: Project): readonly Column<Member>[] => [
  { name: 'Name', cell: ({ handle }) => handle },
  { name: 'Role', cell: ({ role }) => teamRoleNames[role] },
  { name: 'Actions', isUnseen: true, cell: (member) => <TakeOut project={project} member={member} /> },
];

function TakeOut({ project, member: { user, handle } }: { project: Project; member: Member }) {
  const run = useMutation({ mutationFn: () => takeOut(project, user) });
  return (
    <>
      <Button
        kind="plain"
        aria-label={`Remove ${handle}`}
        isPending={run.isPending}
        onPress={() => run.mutate()}
      >
        Remove
      </Button>
      {run.isError && <Notice kind="wrong">{sentenceOf(run.error)}</Notice>}
    </>
  );
}

async function putMember({ id, team }: Project, user: string, role: TeamRole): Promise<void> {
  const path = { project_id: id, user_id: user };
  await call('PUT /workspace/v1/projects/{project_id}/members/{user_id}', { path, body: { role } });
  await queries.invalidateQueries(projectsQuery(team));
}

async function takeOut({ id, team }: Project, user: string): Promise<void> {
  const path = { project_id: id, user_id: user };
  await call('DELETE /workspace/v1/projects/{project_id}/members/{user_id}', { path });
  await queries.invalidateQueries(projectsQuery(team));
}
