import { parseArgs } from 'node:util';

/** Where the server is that a command was told of. Its token stands in no hint. */
export interface GivenServer {
  readonly url?: string | undefined;
  readonly ca?: string | undefined;
  readonly data?: string | undefined;
}

const places = ['url', 'ca', 'data'] as const;

/** Commands that take a data folder alone, and those that take none. */
const ofFolder = ['admin-token', 'check', 'migrate', 'move', 'quickstart', 'serve'];
const ofNothing = ['help'];

/**
 * A text in which the commands that it hints at, in quotation marks, name the server that this command was told of, so
 * that they can be pasted as they are. What a hint names already stays.
 */
export function pasteable(text: string, given: GivenServer): string {
  return text.replaceAll(/"npx vitrine ([\w-]+)([^"]*)"/g, (hint, name: string, rest: string) => {
    if (ofNothing.includes(name)) return hint;
    const taken = ofFolder.includes(name) ? (['data'] as const) : places;
    const words = taken.flatMap((place) => {
      const value = given[place];
      return value === undefined || rest.includes(` --${place} `) ? [] : [` --${place} ${quoted(value)}`];
    });
    return `"npx vitrine ${name}${rest}${words.join('')}"`;
  });
}

/** The same for a command whose words were not read yet, or not to their end. */
export function pasteableBeside(text: string, args: readonly string[]): string {
  const options = Object.fromEntries(places.map((place) => [place, { type: 'string' as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const given = places.map((place) => [place, typeof values[place] === 'string' ? values[place] : undefined]);
  return pasteable(text, Object.fromEntries(given));
}

/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
