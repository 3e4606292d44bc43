import { badRequest } from '../errors.ts';
import { isUnseen, unfitInLine } from '../messages/unfit-characters.ts';
import type { DevResourceRow } from './dev-resources-store.ts';

export const mostOfNode = 10;
const longestName = 1024;
const longestUrl = 2048;

/**
 * Makes sure that a name that somebody gives can be shown in a line of its own.
 * @throws ApiError 400
 */
export function requireLinkName(name: string): void {
  if (isUnseen(name)) throw badRequest('name is empty.');
  const unfit = unfitInLine(name);
  if (unfit !== undefined) throw badRequest(`name holds ${unfit}.`);
}

/** Why a link cannot be kept. */
export function refusalOfLink({
  nodeId,
  name,
  url,
}: Pick<DevResourceRow, 'nodeId' | 'name' | 'url'>): string | undefined {
  if (nodeId === '') return 'The id of the node is empty.';
  if (name.trim() === '') return 'name is empty.';
  if (name.length > longestName) return `name is longer than ${longestName} characters.`;
  if (url.length > longestUrl) return `url is longer than ${longestUrl} characters.`;
  return isWebAddress(url) ? undefined : 'url is no address that begins with http:// or https://.';
}

/** An address that a person may follow: what browsers would take out of it is not in it. */
function isWebAddress(url: string): boolean {
  return !/[\s\p{C}]/u.test(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
