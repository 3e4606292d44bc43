import { uncounted } from '../access/caps.ts';
import { type ProjectId, projectIdOf, teamIdOf, userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileProject } from '../contract/contract.ts';
import { changeProjectWithBelongings } from '../libraries/change-project-with-belongings.ts';
import { putProjectMember } from '../people/project-members.ts';
import { createProject } from '../places/create-project.ts';
import { projectRoleOf } from '../places/members-store.ts';
import { findProject } from '../places/projects-store.ts';
import { type Applying, bring, brought } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** A project is there by its id, or without one by its name in its team. */
export async function applyProject(applying: Applying, entry: WorkspaceFileProject): Promise<void> {
  const { transaction, context } = applying.change;
  const { name, access, members = [] } = entry;
  const [chosen, teamId, parentId] = [projectIdOf(entry.id), teamIdOf(entry.team), projectIdOf(entry.parent)];
  const title = `The project "${name}"`;
  const present = await findProject(transaction, chosen ?? { name, teamId });
  const id = chosen ?? present?.id ?? projectIdOf(context.ids.digits());
  await requireRow(transaction, 'teams', teamId, title);
  await requireRow(transaction, 'projects', parentId, title);
  const made = { id, name, teamId, access: access ?? 'team', parentId: parentId ?? null, adminId: null };
  await bring(
    applying,
    { kind: 'project', id, title },
    {
      present,
      wanted: { name, teamId, access, parentId },
      create: () => createProject(applying.change, made, uncounted('projectsOfTeam', brought)),
      change: (changes) =>
        changeProjectWithBelongings(applying.change, id, changes, uncounted('projectsOfTeam', brought)),
    },
  );
  for (const member of members) await applyProjectMember(applying, id, member);
}

type Member = NonNullable<WorkspaceFileProject['members']>[number];

async function applyProjectMember(applying: Applying, projectId: ProjectId, member: Member): Promise<void> {
  const { transaction } = applying.change;
  const { role } = member;
  const userId = userIdOf(member.user);
  const title = `A member of ${projectId}`;
  await requireRow(transaction, 'users', userId, title);
  const before = await projectRoleOf(transaction, { projectId, userId });
  const put = () => putProjectMember(applying.change, { projectId, userId, role });
  await bring(
    applying,
    { kind: 'project member', id: `${projectId}/${userId}`, title },
    { present: before && { role: before }, wanted: { role }, create: put, change: put },
  );
}
