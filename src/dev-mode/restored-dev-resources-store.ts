import { type Kysely, sql } from 'kysely';
import { exactNodeId } from '../contract/branded-ids.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { mostOfNode, refusalOfLink } from './link-rules.ts';

/**
 * Holds a dev resource that a backup brings to what its name and its address may be: people follow it.
 * @throws ApiError 400
 */
export function refuseUnfitDevResource({ id, node_id, name, url }: DumpedRow): void {
  const refusal = refusalOfLink({
    nodeId: exactNodeId(String(node_id)),
    name: String(name),
    url: String(url),
  });
  if (refusal !== undefined) throw badRequest(`The dev resource "${id}": ${refusal}`);
}

/**
 * Holds what a backup brought of dev resources together to what the writers of them ask.
 * @throws ApiError 400
 */
export async function refuseUnfitDevResources(transaction: Kysely<Tables>): Promise<void> {
  const onBranch = await transaction
    .selectFrom('dev_resources')
    .innerJoin('files', 'files.key', 'dev_resources.file_key')
    .select('dev_resources.id')
    .where('files.main_file_key', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (onBranch !== undefined) throw badRequest(`The dev resource "${onBranch.id}" hangs on a branch.`);
  const together = transaction
    .selectFrom('dev_resources')
    .select(['file_key', 'node_id'])
    .groupBy(['file_key', 'node_id'])
    .limit(1);
  const full = await together.having(sql<number>`count(*)`, '>', mostOfNode).executeTakeFirst();
  if (full !== undefined)
    throw badRequest(
      `The node "${full.node_id}" of the file "${full.file_key}" has more than ${mostOfNode} dev resources.`,
    );
  const twice = await together.groupBy('url').having(sql<number>`count(*)`, '>', 1).executeTakeFirst();
  if (twice !== undefined)
    throw badRequest(
      `The node "${twice.node_id}" of the file "${twice.file_key}" has two dev resources of the same url.`,
    );
}
