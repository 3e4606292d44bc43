import { CommentRefused } from './comment-refused.ts';
import { isUnseen, unfitInKeptText, unfitInText } from './unfit-characters.ts';

/** UTF-16 units. */
const longest = 10_000;

/**
 * Holds a message that somebody writes to what can be seen.
 * @throws CommentRefused
 */
export function checkMessage(message: string): void {
  checkKeptMessage(message);
  refuseUnfit(unfitInText(message));
  if (isUnseen(message)) throw new CommentRefused(empty);
}

/**
 * Holds a message that was kept to what can be shown: some text, without control characters but tabs and line breaks.
 * @throws CommentRefused
 */
export function checkKeptMessage(message: string): void {
  if (message.length > longest) {
    throw new CommentRefused(
      `message holds ${message.length} characters. A comment holds ${longest} at the most.`,
    );
  }
  if (message.trim() === '') throw new CommentRefused(empty);
  refuseUnfit(unfitInKeptText(message));
}

function refuseUnfit(unfit: string | undefined): void {
  if (unfit !== undefined) throw new CommentRefused(`message holds ${unfit}.`);
}

const empty = 'message is empty. A comment needs some text.';
