import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { changeOwnName } from '../../people/change-own-name.ts';
import { userRecord } from './user-record.ts';

/** Changes what the caller is called. */
export const updateMe: Handler<'updateMe'> = async ({ caller, body }, context) => {
  const person = await inChange(context, caller, (change) => changeOwnName(change, body.handle));
  return { json: userRecord(person) };
};
