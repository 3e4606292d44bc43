import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createPerson, preparePerson } from '../../people/create-person.ts';
import { userRecord } from './user-record.ts';

export const createUser: Handler<'createUser'> = async ({ caller, path, body }, context) => {
  const { email, handle, role, seat, password: chosen } = body;
  const organizationId = path.organization_id;
  const asked = { email, handle, organizationId, password: chosen };
  const { password, counted } = await preparePerson(context, caller, asked);
  const person = await inChange(context, caller, (change) =>
    createPerson(change, { email, handle, role, seat, organizationId, password }, counted),
  );
  return { json: userRecord(person) };
};
