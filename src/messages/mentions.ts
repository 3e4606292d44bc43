import type { CommentFragment } from '../contract/contract.ts';

/** Where a message mentions somebody: from the `@` to the end of the name, in UTF-16 units. */
export interface Mention {
  readonly at: number;
  readonly length: number;
  readonly userId: string;
}

/** Somebody who can be mentioned, by either name. */
export interface Mentionable {
  readonly id: string;
  readonly handle: string;
  readonly email: string;
}

const mostMentions = 50;
const longestName = 64;

/** An `@` that begins a mention: none inside a word, as in an e-mail address. */
const marks = /(?<![\p{L}\p{N}_])@(?=[\p{L}\p{N}])/gu;
const twoOfAWord = /^[\p{L}\p{M}\p{N}_]{2}/u;

/** Every text of the message that could be the name of somebody mentioned; names may have spaces. */
export function possibleNames(message: string): string[] {
  return [...new Set(placesOf(message).flatMap((at) => namesAt(message, at)))];
}

/** The mentions of people by handle or e-mail address. A name that several people have mentions none of them. */
export function findMentions(message: string, people: readonly Mentionable[]): Mention[] {
  const idByName = new Map<string, string | undefined>();
  for (const { id, handle, email } of people) {
    for (const name of new Set([handle, email])) idByName.set(name, idByName.has(name) ? undefined : id);
  }
  return placesOf(message).flatMap((at) => {
    const name = namesAt(message, at).find((candidate) => idByName.has(candidate));
    const userId = name === undefined ? undefined : idByName.get(name);
    return name === undefined || userId === undefined ? [] : [{ at, length: name.length + 1, userId }];
  });
}

/** The message cut at its mentions, as FILE_COMMENT tells it. */
export function fragmentsOf(message: string, mentions: readonly Mention[]): CommentFragment[] {
  const fragments = mentions.flatMap(({ at, length, userId }, index): CommentFragment[] => [
    { mention: userId },
    { text: message.slice(at + length, mentions[index + 1]?.at) },
  ]);
  const all = [{ text: message.slice(0, mentions[0]?.at) }, ...fragments];
  return all.filter(({ text }) => text !== '');
}

const placesOf = (message: string): number[] =>
  [...message.matchAll(marks)].slice(0, mostMentions).map(({ index }) => index);

/** What may be the name that follows the `@` there, longest first; each ends where a word ends. */
function namesAt(message: string, at: number): string[] {
  const [line = ''] = message.slice(at + 1, at + 1 + longestName + 1).split(/[\r\n]/);
  const lengths = Array.from({ length: Math.min(line.length, longestName) }, (_, index) => index + 1);
  return lengths
    .filter((length) => !twoOfAWord.test(line.slice(length - 1)))
    .map((length) => line.slice(0, length))
    .reverse();
}
