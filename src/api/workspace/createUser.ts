import { inChange } from '../../change.ts';
import type { Handler } from '../../operation.ts';
import { createPerson, preparePerson } from '../../people/create-person.ts';
import { userRecord } from './user-record.ts';

export const createUser: Handler<'createUser'> = async ({ caller, path, body }, context) => {
  const { password: chosen, ...named } = body;
  const wanted = { ...named, organizationId: path.organization_id };
  const { password, counted } = await preparePerson(context, caller, { ...wanted, password: chosen });
  const person = await inChange(context, caller, (change) =>
    createPerson(change, { ...wanted, password }, counted),
  );
  return { json: userRecord(person) };
};
