import { uncounted } from '../access/caps.ts';
import type { EarlyChange } from '../change.ts';
import { organizationIdOf, projectIdOf, teamIdOf } from '../contract/branded-ids.ts';
import { createOrganization } from '../places/create-organization.ts';
import { createProject } from '../places/create-project.ts';
import { createTeam } from '../places/create-team.ts';
import { changePerson } from './change-person.ts';
import { findAccount } from './people-store.ts';

/** Ids of the organization, team and project that an installation without a workspace file starts with. */
const ids = { organization: organizationIdOf('1'), team: teamIdOf('1'), project: projectIdOf('1') };

const why = 'Nothing is there yet.';

/** An organization, a team and a project of the administrator's, so that a design can be imported at once. @see ruling H12 */
export async function createFirstPlace(change: EarlyChange): Promise<void> {
  const { transaction, by } = change;
  await createOrganization(change, { id: ids.organization, name: 'My organization' });
  const team = { id: ids.team, name: 'My team', organizationId: ids.organization };
  await createTeam(change, team, uncounted('teamsOfOrganization', why));
  const project = {
    id: ids.project,
    name: 'Designs',
    teamId: ids.team,
    access: 'team',
    parentId: null,
  } as const;
  await createProject(change, project, uncounted('projectsOfTeam', why));
  await changePerson(change, await findAccount(transaction, by.user.id), {
    organizationId: ids.organization,
  });
}
