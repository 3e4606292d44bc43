/** A comment that cannot be posted as it is. The message is a sentence for its author. */
export class CommentRefused extends Error {
  override readonly name = 'CommentRefused';
}
