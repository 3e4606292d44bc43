import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createPerson, preparePerson } from '../../people/create-person.ts';
import { userRecord } from './user-record.ts';

export const createUser: Handler<'createUser'> = async ({ caller, path, body }, context) => {
  const { password, ...named } = body;
  const wanted = { ...named, organizationId: path.organization_id };
  const passwordHash = await preparePerson(context, caller, { ...wanted, password });
  const person = await inChange(context, caller, (change) =>
    createPerson(change, { ...wanted, passwordHash }),
  );
  return { json: userRecord(person) };
};
