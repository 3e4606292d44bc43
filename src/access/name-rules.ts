import { badRequest } from '../errors.ts';

const longestName = 255;

/** Nothing but blanks, and characters that nobody sees: also the empty cell of Braille, and marks of annotations. */
const unseen = /^[\s\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;

/** Control characters, half of a character, and what breaks lines or turns the direction of text around. */
const noLine = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;

/** Whether a name has nothing that can be seen. */
export const isUnseen = (name: string): boolean => unseen.test(name);

/** What is wrong with what somebody wants to be called, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (isUnseen(name)) return 'A name is missing.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (noLine.test(name)) return 'A name is one line of text.';
  return undefined;
}

/**
 * Makes sure that a name can be shown in a line of its own: of a person, a team, an organization, a token.
 * @throws ApiError 400
 */
export function requireName(name: string | undefined): void {
  const problem = name === undefined ? undefined : nameProblem(name);
  if (problem !== undefined) throw badRequest(problem);
}
