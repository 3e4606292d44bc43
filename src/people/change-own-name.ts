import { requireName } from '../access/name-rules.ts';
import type { Change } from '../change.ts';
import { findAccount, type Person, updatePerson } from './people-store.ts';
import { recordUserUpdate } from './record-user-update.ts';

/** Changes what the one who makes the change is called. @throws ApiError 400 */
export async function changeOwnName(change: Change, handle: string): Promise<Person> {
  requireName(handle);
  const present = await findAccount(change.transaction, change.by.user.id);
  const changed = { ...present, handle };
  await updatePerson(change.transaction, changed);
  await recordUserUpdate(change, present, changed);
  return changed;
}
