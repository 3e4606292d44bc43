import type { Kysely } from 'kysely';
import type { Context } from '../../../context.ts';
import type { WorkspaceFileDevResource } from '../../../contract/contract.ts';
import type { Tables } from '../../../database/tables.ts';
import { badRequest } from '../../../errors.ts';
import { refusalOfLink } from '../../dev-resources/attached-store.ts';
import { requireFile, upsert } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

/** A link that is there by its id (or, without one, by file, node and address) is changed. */
export async function applyDevResource(
  transaction: Kysely<Tables>,
  context: Context,
  entry: WorkspaceFileDevResource,
  report: ApplyReport,
): Promise<void> {
  const { file: file_key, node: node_id, name, url } = entry;
  const title = `The dev resource "${entry.id ?? name}"`;
  await requireFile(transaction, file_key, title);
  const refusal = refusalOfLink(entry);
  if (refusal !== undefined) throw badRequest(`${title}: ${refusal}`);
  const place = { file_key, node_id, url };
  const present = await transaction
    .selectFrom('dev_resources')
    .select('id')
    .where((term) => term.and(place))
    .executeTakeFirst();
  const id = entry.id ?? present?.id ?? context.ids.digits();
  const onlyAtFirst = { created_at: context.clock.now(), ordinal: context.ids.ordered() };
  const row = { kind: 'dev resource', id, key: { id }, values: { ...place, name }, onlyAtFirst };
  await upsert(transaction, 'dev_resources', row, report);
}
