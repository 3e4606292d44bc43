import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';

/**
 * Holds threads that a backup brought to what the writers of comments ask.
 * @throws ApiError 400
 */
export async function refuseUnfitThreads(transaction: Kysely<Tables>): Promise<void> {
  const replies = transaction
    .selectFrom('comments')
    .innerJoin('comments as answered', 'answered.id', 'comments.parent_id')
    .select('comments.id')
    .limit(1);
  const toReply = await replies.where('answered.parent_id', 'is not', null).executeTakeFirst();
  if (toReply !== undefined) throw badRequest(`The comment "${toReply.id}" replies to a reply.`);
  const elsewhere = await replies.whereRef('answered.file_key', '!=', 'comments.file_key').executeTakeFirst();
  if (elsewhere !== undefined)
    throw badRequest(`The comment "${elsewhere.id}" replies to one on another file.`);
}
