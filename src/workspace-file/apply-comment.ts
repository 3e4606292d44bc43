import { uncounted } from '../access/caps.ts';
import { type CommentContent, changeComment, readChangedComment } from '../comments/change-comment.ts';
import { type FileComment, findComment } from '../comments/comments-store.ts';
import { postComment } from '../comments/post-comment.ts';
import { react } from '../comments/react.ts';
import { readEmoji } from '../comments/read-emoji.ts';
import { type CommentId, commentIdOf, type FileKey, userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileComment } from '../contract/contract.ts';
import { checkedTime } from '../iso-time.ts';
import { type Applying, bring, brought, ofEntry } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/**
 * A comment that is there by its id (or, without one, by author and message) is changed, and gets the reactions
 * that it lacks. Nobody is told of it.
 */
export async function applyComment(
  applying: Applying,
  fileKey: FileKey,
  entry: WorkspaceFileComment,
): Promise<void> {
  const { transaction, context } = applying.change;
  const title = `The comment "${entry.id ?? entry.message.slice(0, 40)}" of the file ${fileKey}`;
  await requireRow(transaction, 'users', entry.user, title);
  const { message } = entry;
  const [wantedId, userId] = [commentIdOf(entry.id), userIdOf(entry.user)];
  const wanted = wantedId === undefined ? { userId, message } : { id: wantedId };
  const present = await findComment(transaction, fileKey, wanted);
  const id = wantedId ?? present?.id ?? commentIdOf(context.ids.ordered());
  await bringComment(applying, { fileKey, id, title }, entry, present);
  for (const reaction of entry.reactions ?? [])
    await applyReaction(applying, { ...reaction, fileKey, commentId: id, title });
}

async function bringComment(
  applying: Applying,
  { fileKey, id, title }: { readonly fileKey: FileKey; readonly id: CommentId; readonly title: string },
  entry: WorkspaceFileComment,
  present: FileComment | undefined,
): Promise<void> {
  const { change } = applying;
  const { message, client_meta: clientMeta } = entry;
  const [authorId, parentId] = [userIdOf(entry.user), commentIdOf(entry.parent)];
  const text = { authorId, message, parentId, clientMeta, resolvedAt: timeOf(entry.resolved_at) };
  const made = { ...text, fileKey, id, createdAt: timeOf(entry.created_at) ?? undefined };
  const wanted = present && (await ofEntry(title, () => readChangedComment(change, present, text)));
  await bring<CommentContent>(
    applying,
    { kind: 'comment', id, title },
    {
      present,
      wanted: wanted ?? {},
      create: () => postComment(change, made, uncounted('commentsOfFile', brought)),
      change: async () => present && changeComment(change, present, text),
    },
  );
}

type GivenReaction = NonNullable<WorkspaceFileComment['reactions']>[number] & {
  readonly fileKey: FileKey;
  readonly commentId: CommentId;
  readonly title: string;
};

async function applyReaction(
  { change, report }: Applying,
  { fileKey, commentId, user, emoji: given, title }: GivenReaction,
): Promise<void> {
  const userId = userIdOf(user);
  await requireRow(change.transaction, 'users', userId, title);
  const emoji = await ofEntry(title, async () => readEmoji(given));
  const added = await ofEntry(title, () =>
    react(change, { fileKey, commentId, userId, emoji }, uncounted('reactionsOfComment', brought)),
  );
  if (added === 'there already') report.unchanged += 1;
  else report.created.push({ kind: 'reaction', id: `${commentId}/${userId}/${emoji}` });
}

const timeOf = (text: string | null | undefined): number | null | undefined =>
  text === undefined || text === null ? text : checkedTime(text);
