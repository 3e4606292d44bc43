import type { Kysely } from 'kysely';
import { findCallerUser } from '../access/caller-store.ts';
import { type CommentRow, nextNumbers } from '../comments/comments-store.ts';
import { readComment } from '../comments/posting-store.ts';
import { addReaction } from '../comments/reactions-store.ts';
import type { Context } from '../context.ts';
import type { WorkspaceFileComment } from '../contract/contract.ts';
import { emojiShortcode } from '../contract/emoji.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, badRequest } from '../errors.ts';
import { readClientMeta } from '../messages/client-meta.ts';
import { CommentRefused } from '../messages/comment-refused.ts';
import { requireRow, upsert } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

/**
 * A comment that is there by its id (or, without one, by author and message) is changed, and gets the reactions
 * that it lacks. Nobody is told of it.
 */
export async function applyComment(
  transaction: Kysely<Tables>,
  context: Context,
  fileKey: string,
  entry: WorkspaceFileComment,
  report: ApplyReport,
): Promise<void> {
  const title = `The comment "${entry.id ?? entry.message.slice(0, 40)}" of the file ${fileKey}`;
  await requireRow(transaction, 'users', entry.user, title);
  const present = await findPresent(transaction, fileKey, entry);
  if (present !== undefined && present.file_key !== fileKey) {
    throw badRequest(`${title} has an id that a comment of another file has already.`);
  }
  const columns = await columnsOf(transaction, context, fileKey, entry, present, title);
  if (present !== undefined && present.parent_id !== columns.parent_id) {
    throw badRequest(`${title} stands in another thread already.`);
  }
  const id = entry.id ?? present?.id ?? context.ids.ordered();
  const numbers =
    present === undefined ? await nextNumbers(transaction, fileKey, columns.parent_id === null) : {};
  const created_at = timeOf(entry.created_at) ?? context.clock.now();
  const onlyAtFirst = { ...numbers, created_at, reactions_made: 0 };
  await upsert(
    transaction,
    'comments',
    { kind: 'comment', id, key: { id }, values: columns, onlyAtFirst },
    report,
  );
  for (const reaction of entry.reactions ?? []) {
    await applyReaction(transaction, context, { ...reaction, comment: id, title }, report);
  }
}

async function columnsOf(
  transaction: Kysely<Tables>,
  context: Context,
  fileKey: string,
  entry: WorkspaceFileComment,
  present: PresentComment | undefined,
  title: string,
) {
  const file = await transaction
    .selectFrom('files')
    .select(['key', 'current_version'])
    .where('key', '=', fileKey)
    .executeTakeFirstOrThrow();
  const { message, parent: parentId } = entry;
  try {
    const kept = keptPin(entry, present);
    const clientMeta = kept === undefined ? entry.client_meta : undefined;
    const author = await findCallerUser(transaction, entry.user);
    if (author === undefined) throw badRequest('its author does not exist.');
    const given = { author, message, parentId, clientMeta };
    const { columns } = await readComment(transaction, context, file, given);
    const resolved_at =
      entry.resolved_at === undefined ? (present?.resolved_at ?? null) : (timeOf(entry.resolved_at) ?? null);
    const client_meta = kept ?? columns.client_meta;
    return { ...columns, file_key: fileKey, user_id: entry.user, client_meta, resolved_at };
  } catch (error) {
    const isRefusal = error instanceof CommentRefused || (error instanceof ApiError && error.status < 500);
    throw isRefusal ? badRequest(`${title}: ${error.message}`) : error;
  }
}

/** The pin that stays where it is, also on a node that has gone since. */
function keptPin({ client_meta: given }: WorkspaceFileComment, present: PresentComment | undefined) {
  const isKept = given === undefined || JSON.stringify(readClientMeta({ ...given })) === present?.client_meta;
  return isKept ? present?.client_meta : undefined;
}

type PresentComment = Pick<CommentRow, 'id' | 'file_key' | 'parent_id' | 'client_meta' | 'resolved_at'>;

function findPresent(
  transaction: Kysely<Tables>,
  fileKey: string,
  { id, user, message }: WorkspaceFileComment,
): Promise<PresentComment | undefined> {
  const comments = transaction.selectFrom('comments').selectAll();
  if (id !== undefined) return comments.where('id', '=', id).executeTakeFirst();
  return comments
    .where('file_key', '=', fileKey)
    .where('user_id', '=', user)
    .where('message', '=', message)
    .executeTakeFirst();
}

async function applyReaction(
  transaction: Kysely<Tables>,
  context: Context,
  { comment, user, emoji, title }: { comment: string; user: string; emoji: string; title: string },
  report: ApplyReport,
): Promise<void> {
  await requireRow(transaction, 'users', user, title);
  const shortcode = emojiShortcode(emoji);
  if (shortcode === undefined)
    throw badRequest(`${title} has a reaction with "${emoji}", which is no emoji.`);
  const reaction = { comment_id: comment, user_id: user, emoji: shortcode, created_at: context.clock.now() };
  if ((await addReaction(transaction, reaction)) === 'there already') report.unchanged += 1;
  else report.created.push({ kind: 'reaction', id: `${comment}/${user}/${shortcode}` });
}

const timeOf = (text: string | null | undefined): number | undefined =>
  text === undefined || text === null ? undefined : Date.parse(text);
