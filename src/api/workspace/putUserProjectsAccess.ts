import { inChange } from '../../change.ts';
import { forbidden } from '../../errors.ts';
import { recordActivity } from '../../events/activity.ts';
import { userEntity } from '../../events/activity-entities.ts';
import type { Handler } from '../../operation.ts';
import { changeUser, findColleague } from '../../people/people-store.ts';
import { administersOrganization } from '../../places/place-role.ts';

/** Whether the lists of projects and folders are open to a person where they need approval. @see PROJ-06 */
export const putUserProjectsAccess: Handler<'putUserProjectsAccess'> = ({ caller, path, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const user = await findColleague(transaction, caller, path.user_id);
    const organizationId = user.organization_id;
    if (!administersOrganization(caller, organizationId ?? '')) {
      throw forbidden('Only an administrator of the organization may do this.');
    }
    const { approved } = body;
    if (approved !== (user.projects_access === 'approved')) {
      await changeUser(transaction, user.id, { projects_access: approved ? 'approved' : 'none' });
      await recordActivity(change, {
        type: 'org_user_projects_access_change',
        entity: userEntity(user),
        organizationId,
        details: { approved },
      });
    }
    return { json: { user: user.id, approved } };
  });
