import { CommentRefused } from './comment-refused.ts';

/** UTF-16 units. */
const longest = 10_000;

/**
 * Holds a message to what can be shown: some text, without control characters but tabs and line breaks.
 * @throws CommentRefused
 */
export function checkMessage(message: string): void {
  if (message.length > longest) {
    throw new CommentRefused(
      `message holds ${message.length} characters. A comment holds ${longest} at the most.`,
    );
  }
  if (message.trim() === '') throw new CommentRefused('message is empty. A comment needs some text.');
  if (!message.isWellFormed()) throw new CommentRefused('message holds half of a character.');
  const [control] = controls.exec(message) ?? [];
  if (control === undefined) return;
  const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new CommentRefused(`message holds the control character U+${code}.`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
