import { expect, it } from 'vitest';
import { CommentRefused } from './comment-refused.ts';
import { checkKeptMessage, checkMessage } from './message.ts';

it.each(['x', 'Two\nlines\r\nwith\ttabs', 'Grüße 👋', '<script>', '🏴󠁧󠁢󠁳󠁣󠁴󠁿\n', 'a'.repeat(10_000)])(
  'A comment may say %j',
  (message) => {
    expect(() => checkMessage(message)).not.toThrow();
  },
);

it.each([
  ['', 'message is empty. A comment needs some text.'],
  [' \n\t ', 'message is empty. A comment needs some text.'],
  ['a'.repeat(10_001), 'message holds 10001 characters. A comment holds 10000 at the most.'],
  ['\u200b\u2060', 'message is empty. A comment needs some text.'],
  ['\ufe0f\u00ad\u2800', 'message is empty. A comment needs some text.'],
  ['a\u0000b', 'message holds the control character U+0000.'],
  ['\u001b[31m', 'message holds the control character U+001B.'],
  ['a\u0085', 'message holds the control character U+0085.'],
  ['a\ud83d', 'message holds half of a character.'],
  ['a\n\ufffe', 'message holds U+FFFE, which is no character.'],
  ['a\n\u{e0041}', 'message holds U+E0041, a tag that nobody sees.'],
])('A comment that says %j is refused with a sentence', (message, sentence) => {
  expect(() => checkMessage(message)).toThrow(new CommentRefused(sentence));
});

it('A comment that was kept when it could hold unseen characters and noncharacters stays', () => {
  for (const kept of ['\u200b', 'a\ufffe', 'a\u{e0041}']) expect(() => checkKeptMessage(kept)).not.toThrow();
  expect(() => checkKeptMessage('a\ud83d')).toThrow(CommentRefused);
});
