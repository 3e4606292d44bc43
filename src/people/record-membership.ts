import type { Change } from '../change.ts';
import type { OrganizationId, ProjectId, TeamId } from '../contract/branded-ids.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import type { MemberRole } from '../places/members-store.ts';
import type { NamedPerson } from './people-store.ts';

interface Membership {
  /** What the person is a member of; a project is a folder in the names of events. */
  readonly of: 'team' | 'folder';
  readonly id: TeamId | ProjectId;
  readonly organizationId: OrganizationId;
  readonly teamId: TeamId;
  readonly person: NamedPerson;
  /** The role before and after; undefined for one who is no member. */
  readonly before: MemberRole | undefined;
  readonly after: MemberRole | undefined;
}

/** Records that somebody joined, left, or got another role; the same role again is no event. */
export async function recordMembership(
  change: Change,
  { of, id, organizationId, teamId, person, before, after }: Membership,
): Promise<void> {
  if (before === after) return;
  const permissions =
    before !== undefined && after !== undefined
      ? { old_permission: before, new_permission: after }
      : { permission: after ?? before };
  await recordActivity(change, {
    type: `${of}_member_${eventOf(before, after)}`,
    entity: userEntity(person),
    details: { resource_type: of, resource_id_or_key: id, ...permissions },
    organizationId,
    teamId,
  });
}

function eventOf(before: MemberRole | undefined, after: MemberRole | undefined) {
  if (before === undefined) return 'add';
  return after === undefined ? 'remove' : 'permission_change';
}
