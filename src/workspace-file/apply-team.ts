import { uncounted } from '../access/caps.ts';
import { changeTeamWithApps } from '../apps/change-team-with-apps.ts';
import { organizationIdOf, type TeamId, teamIdOf, userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileTeam } from '../contract/contract.ts';
import { badRequest } from '../errors.ts';
import { putTeamMember } from '../people/team-members.ts';
import { createTeam } from '../places/create-team.ts';
import { teamRoleOf } from '../places/members-store.ts';
import { onlyOrganization } from '../places/organizations-store.ts';
import { findTeam } from '../places/teams-store.ts';
import { type Applying, bring, brought } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** A team is there by its id, or without one by its name in its organization. */
export async function applyTeam(applying: Applying, entry: WorkspaceFileTeam): Promise<void> {
  const { transaction, context } = applying.change;
  const { id: given, organization, members = [], ...fields } = entry;
  const chosenId = teamIdOf(given);
  const { name } = fields;
  const title = `The team "${name}"`;
  const organizationId = organizationIdOf(organization) ?? (await onlyOrganization(transaction));
  if (organizationId === undefined)
    throw badRequest(`${title} has to name its organization: there is not exactly one.`);
  const present = await findTeam(transaction, chosenId ?? { name, organizationId });
  const id = chosenId ?? present?.id ?? teamIdOf(context.ids.digits());
  await requireRow(transaction, 'organizations', organizationId, title);
  const wanted = { ...fields, organizationId };
  await bring(
    applying,
    { kind: 'team', id, title },
    {
      present,
      wanted,
      create: () =>
        createTeam(
          applying.change,
          { id, ...wanted, adminId: null },
          uncounted('teamsOfOrganization', brought),
        ),
      change: (changes) => changeTeamWithApps(applying.change, id, changes),
    },
  );
  for (const member of members) await applyTeamMember(applying, id, member);
}

type Member = NonNullable<WorkspaceFileTeam['members']>[number];

async function applyTeamMember(applying: Applying, teamId: TeamId, { user, role }: Member): Promise<void> {
  const { transaction } = applying.change;
  const title = `A member of ${teamId}`;
  await requireRow(transaction, 'users', user, title);
  const userId = userIdOf(user);
  const before = await teamRoleOf(transaction, { teamId, userId });
  const put = () => putTeamMember(applying.change, { teamId, userId, role });
  await bring(
    applying,
    { kind: 'team member', id: `${teamId}/${user}`, title },
    { present: before && { role: before }, wanted: { role }, create: put, change: put },
  );
}
