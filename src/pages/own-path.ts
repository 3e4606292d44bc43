import { badRequest } from '../errors.ts';

const here = 'https://here.invalid';

/**
 * A path of this server that somebody asks to be sent to, as browsers will read it.
 * @throws ApiError 400 for an address of anywhere else
 */
export function ownPath(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const url = /^\/[\x21-\x7e]*$/.test(next) ? URL.parse(next, here) : null;
  // A path of two slashes is an address of its own where it is read without what stands before it.
  if (url === null || url.origin !== here || /^\/[/\\]/.test(url.pathname))
    throw badRequest('"next" is not a path of this server.');
  return `${url.pathname}${url.search}`;
}
