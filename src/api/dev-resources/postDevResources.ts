import { inChange } from '../../change.ts';
import { attach } from '../../dev-mode/attached-store.ts';
import { devResourceRecord, insertDevResources } from '../../dev-mode/dev-resources-store.ts';
import { recordDevResources } from '../../dev-mode/record-dev-resources.ts';
import type { Handler } from '../../operation.ts';
import { filesOfBatch, inParts } from './batch.ts';

/** Attaches links to nodes: those that can be, while each of the others is answered with its reason. */
export const postDevResources: Handler<'postDevResources'> = ({ caller, body }, context) =>
  inChange(context, caller, async (change) => {
    const { transaction } = change;
    const open = filesOfBatch(transaction, context, caller);
    const { done, refused } = await inParts(body.dev_resources, async ({ name, url, file_key, node_id }) => {
      const { file, ...place } = await open(file_key);
      const link = { id: context.ids.digits(), name, url };
      attach(place, node_id, link);
      const times = { created_at: context.clock.now(), ordinal: context.ids.ordered() };
      return { file, row: { ...link, file_key: file.key, node_id, ...times } };
    });
    const rows = done.map(({ row }) => row);
    await insertDevResources(transaction, rows);
    await recordDevResources(change, 'create', done);
    const errors = refused.map(({ part, sentence }) => {
      return { file_key: part.file_key, node_id: part.node_id, error: sentence };
    });
    return { json: { links_created: rows.map(devResourceRecord), errors } };
  });
