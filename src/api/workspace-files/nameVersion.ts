import { findPerson } from '../../access/person-store.ts';
import { inChange } from '../../change.ts';
import { nameVersion as nameVersionOf } from '../../files/name-version.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';

/**
 * Names the current state. A state that has a name keeps it: the second name comes as a version of its own,
 * newer and of the same content.
 */
export const nameVersion: Handler<'nameVersion'> = async ({ caller, path, body }, context) => {
  const name = { label: body.label, description: body.description ?? null };
  const version = await inChange(context, caller, (change) => nameVersionOf(change, path.file_key, name));
  const person = await findPerson(context.database, version.userId);
  return {
    json: {
      id: version.id,
      created_at: isoTime(version.createdAt),
      label: version.label,
      description: version.description,
      user: { id: version.userId, handle: person?.handle ?? '', img_url: person?.imgUrl ?? '' },
    },
  };
};
