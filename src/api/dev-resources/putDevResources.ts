import { inChange } from '../../change.ts';
import { attach } from '../../dev-mode/attached-store.ts';
import {
  changeDevResource,
  devResourceNotFound,
  devResourceRecord,
  findDevResource,
} from '../../dev-mode/dev-resources-store.ts';
import { recordDevResources } from '../../dev-mode/record-dev-resources.ts';
import { ApiError, badRequest, notFound } from '../../errors.ts';
import type { Handler } from '../../operation.ts';
import { filesOfBatch, inParts } from './batch.ts';

/** Changes links: those that can be changed, while each of the others is answered with its reason. */
export const putDevResources: Handler<'putDevResources'> = ({ caller, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const open = filesOfBatch(transaction, context, caller);
    const { done, refused } = await inParts(body.dev_resources, async ({ id, name, url }) => {
      const present = await findDevResource(transaction, id);
      if (present === undefined) throw notFound(devResourceNotFound);
      const { file, ...place } = await open(present.file_key).catch(throwAsUnknown);
      if (name === undefined && url === undefined) throw badRequest('Nothing to change: give name or url.');
      const changes = { name: name ?? present.name, url: url ?? present.url };
      attach(place, present.node_id, { id, ...changes });
      await changeDevResource(transaction, id, changes);
      return { file, row: { ...present, ...changes } };
    });
    await recordDevResources(change, 'update', done);
    const errors = refused.map(({ part, sentence }) => ({ id: part.id, error: sentence }));
    return { json: { links_updated: done.map(({ row }) => devResourceRecord(row)), errors } };
  });

/** A link in a file that the caller does not see is not there for them. @see ruling H10 */
function throwAsUnknown(error: unknown): never {
  throw error instanceof ApiError && error.status === 404 ? notFound(devResourceNotFound) : error;
}
