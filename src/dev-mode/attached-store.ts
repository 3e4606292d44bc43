import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { refuseFull } from '../access/caps-store.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest, notFound } from '../errors.ts';
import { findVersion } from '../files/versions-store.ts';
import { findEditableFile, type VisibleFile } from '../files/visible-file-store.ts';
import { type DevResourceRow, devResourcesOf } from './dev-resources-store.ts';

const mostOfNode = 10;
const longestName = 1024;
const longestUrl = 2048;

/** A file whose dev resources are being changed, as it stands in the transaction. */
export interface AttachedFile {
  readonly file: VisibleFile;
  /** What is attached to each node. */
  readonly byNode: Map<string, Link[]>;
  /** Ids of everything that is attached to the file. */
  readonly ids: Set<string>;
  /** Whether the document as it is now has the node. */
  holds(nodeId: string): boolean;
}

type Link = Pick<DevResourceRow, 'id' | 'name' | 'url'>;

/** @throws ApiError 400: dev resources hang on main files */
export function requireMainFile(file: Pick<VisibleFile, 'main_file_key'>): void {
  if (file.main_file_key !== null) throw badRequest('file_key is that of a branch. Name the main file.');
}

/**
 * The file with what is attached to its nodes, where the caller may change it.
 * @throws ApiError 404, 403, 400
 */
export async function openAttached(
  transaction: Kysely<Tables>,
  context: Context,
  caller: Caller,
  fileKey: string,
): Promise<AttachedFile> {
  const file = await findEditableFile(transaction, caller, fileKey);
  requireMainFile(file);
  const attached = await devResourcesOf(transaction, file.key);
  const byNode: Map<string, Link[]> = Map.groupBy(attached, ({ node_id }) => node_id);
  const ids = new Set(attached.map(({ id }) => id));
  const version = file.current_version === null ? undefined : await findVersion(transaction, file, undefined);
  const opened = version === undefined ? undefined : await context.snapshots.open(version.snapshot);
  return { file, byNode, ids, holds: (nodeId) => opened?.snapshot.find(nodeId) !== undefined };
}

/**
 * Holds a new link, or one that is about to change, to what else is attached to its node, and attaches it.
 * @throws ApiError 400, 404
 */
export function attach({ byNode, ids, holds }: Omit<AttachedFile, 'file'>, nodeId: string, link: Link): void {
  const refusal = refusalOfLink(link);
  if (refusal !== undefined) throw badRequest(refusal);
  const others = (byNode.get(nodeId) ?? []).filter(({ id }) => id !== link.id);
  const isNew = !ids.has(link.id);
  if (isNew && !holds(nodeId)) throw notFound('Node not found');
  if (isNew) refuseFull('devResourcesOfFile', ids.size);
  if (others.length >= mostOfNode) throw badRequest(`The node has ${mostOfNode} dev resources already.`);
  const address = new URL(link.url).href;
  if (others.some(({ url }) => new URL(url).href === address)) {
    throw badRequest('Another dev resource of the node has the same url.');
  }
  byNode.set(nodeId, [...others, link]);
  ids.add(link.id);
}

/** Why a name or an address cannot be kept. */
export function refusalOfLink({ name, url }: Pick<Link, 'name' | 'url'>): string | undefined {
  if (name.trim() === '') return 'name is empty.';
  if (name.length > longestName) return `name is longer than ${longestName} characters.`;
  if (url.length > longestUrl) return `url is longer than ${longestUrl} characters.`;
  return isWebAddress(url) ? undefined : 'url is no address that begins with http:// or https://.';
}

/** An address that a person may follow: what browsers would take out of it is not in it. */
function isWebAddress(url: string): boolean {
  return !/[\s\p{C}]/u.test(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
