import { inChange } from '../../change.ts';
import { devResourceIdOf } from '../../contract/branded-ids.ts';
import { changeDevResources } from '../../dev-mode/change-dev-resources.ts';
import { linkMembers } from '../../events/event-parts.ts';
import type { Handler } from '../../operation.ts';

/** Changes links: those that can be changed, while each of the others is answered with its reason. */
export const putDevResources: Handler<'putDevResources'> = async ({ caller, body }, context) => {
  const wanted = body.dev_resources.map(({ id, name, url }) => ({ id: devResourceIdOf(id), name, url }));
  const { done, refused } = await inChange(context, caller, (change) => changeDevResources(change, wanted));
  const errors = refused.map(({ part, sentence }) => ({ id: part.id, error: sentence }));
  return { json: { links_updated: done.map(({ row }) => linkMembers(row)), errors } };
};
