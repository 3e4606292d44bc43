import { type RecordedChange, recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import type { Person } from './people-store.ts';

/**
 * Records each thing that became different of a person: seat, role, and what they sign in and are called by.
 * @see LOG-17, LOG-18
 */
export async function recordUserUpdate(change: RecordedChange, before: Person, after: Person): Promise<void> {
  const person = { entity: userEntity(after), organizationId: after.organizationId };
  if (after.seat !== before.seat) {
    const details = { old_seat: before.seat, new_seat: after.seat };
    await recordActivity(change, {
      type: 'org_user_account_type_change',
      details,
      ...person,
    });
  }
  if (after.role !== before.role) {
    const details = { old_permission: before.role, new_permission: after.role };
    await recordActivity(change, {
      type: 'org_user_permission_change',
      details,
      ...person,
    });
  }
  const changed = profileFields.filter((field) => after[field] !== before[field]).map(spokenName);
  if (changed.length === 0) return;
  const details = { changed };
  await recordActivity(change, { type: 'org_user_profile_change', details, ...person });
}

const profileFields = ['handle', 'email', 'passwordHash'] as const;

const spokenName = (field: (typeof profileFields)[number]): string =>
  field === 'passwordHash' ? 'password' : field;
