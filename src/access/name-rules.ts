import { badRequest } from '../errors.ts';
import { hasLineBreak, isUnseen, unfitInLine, unfitInText } from '../messages/unfit-characters.ts';

const longestName = 255;

/** What is wrong with what somebody or something is to be called, or undefined. */
export function nameProblem(name: string): string | undefined {
  if (isUnseen(name)) return 'A name is missing.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (hasLineBreak(name)) return 'A name is one line of text.';
  const unfit = unfitInLine(name);
  return unfit === undefined ? undefined : `The name holds ${unfit}.`;
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

/**
 * Makes sure that a text of one line can be kept and shown, where there is one.
 * @throws ApiError 400
 */
export function requireLine(field: string, text: string | null | undefined): void {
  refuseUnfit(field, unfitInLine(text ?? ''));
}

/**
 * Makes sure that a text of several lines can be kept and shown, where there is one: a description, what a change was
 * made for.
 *
 * @throws ApiError 400
 */
export function requireText(field: string, text: string | null | undefined): void {
  refuseUnfit(field, unfitInText(text ?? ''));
}

function refuseUnfit(field: string, unfit: string | undefined): void {
  if (unfit !== undefined) throw badRequest(`${field} holds ${unfit}.`);
}
