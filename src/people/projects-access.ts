import type { Change } from '../change.ts';
import { idOfNothing, type UserId } from '../contract/branded-ids.ts';
import { forbidden } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { administersOrganization } from '../places/place-role.ts';
import { findColleague, updatePerson } from './people-store.ts';

/**
 * Says whether the lists of projects and folders are open to a person where they need approval.
 * @throws ApiError 403, 404
 * @see PROJ-06
 */
export async function setProjectsAccess(change: Change, userId: UserId, approved: boolean): Promise<void> {
  const { transaction, by } = change;
  const person = await findColleague(transaction, by, userId);
  const { organizationId } = person;
  if (!administersOrganization(by, organizationId ?? idOfNothing)) {
    throw forbidden('Only an administrator of the organization may do this.');
  }
  if (approved === (person.projectsAccess === 'approved')) return;
  await updatePerson(transaction, { ...person, projectsAccess: approved ? 'approved' : 'none' });
  await recordActivity(change, {
    type: 'org_user_projects_access_change',
    entity: userEntity(person),
    organizationId,
    details: { approved },
  });
}
