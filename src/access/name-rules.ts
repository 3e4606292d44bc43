import { badRequest } from '../errors.ts';

const longestName = 255;

/** Nothing but blanks, and characters that nobody sees: also the empty cell of Braille, and marks of annotations. */
const unseen = /^[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Control characters, half of a character, and what breaks lines or turns the direction of text around. */
const noLine = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** What is wrong with what somebody or something is to be called, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (unseen.test(name)) return 'A name is missing.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (noLine.test(name)) return 'A name is one line of text.';
  return undefined;
}

/**
 * Makes sure that a name can be shown in a line of its own. Whatever people name is held to it where it is written:
 * people, places, files, versions, sites, tokens, apps, upstreams, families of fonts.
 *
 * @throws ApiError 400
 */
export function requireName(name: string | undefined): void {
  const problem = name === undefined ? undefined : nameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
}

/** The name of what was made elsewhere, where it can be one here. */
export const nameOr = (otherwise: string, name: string): string =>
  nameProblem(name) === undefined ? name : otherwise;
