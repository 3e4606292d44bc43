import { badRequest } from '../errors.ts';

const longestName = 255;

/** What is wrong with what somebody wants to be called, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'A name is missing.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name)) return 'A name is one line of text.';
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
