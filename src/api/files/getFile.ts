import { hash } from 'node:crypto';
import type { Caller } from '../../access/caller.ts';
import type { BlobId } from '../../blobs/blob-store.ts';
import { type ByteBody, documentBody } from '../../content/byte-body.ts';
import { type WholeBody, wholeBody } from '../../content/prepared-prefixes.ts';
import type { Context } from '../../context.ts';
import { versionIdOf } from '../../contract/branded-ids.ts';
import { listOf } from '../../contract/comma-lists.ts';
import { nodeIdsOf } from '../../contract/node-ids.ts';
import type { FileSelection } from '../../document/selection.ts';
import { badRequest } from '../../errors.ts';
import { branchesOf } from '../../files/branches-store.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile, type VisibleFile } from '../../files/visible-file-store.ts';
import { thumbnailAddress } from '../../images/thumbnail-address.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import { countedBody } from './counted-body.ts';
import { fileHead } from './file-head.ts';

const json = 'application/json; charset=utf-8';

/** @see ruling H27 */
const noDepth = 'Invalid value for "depth": expected a whole number of at least 1, or 0 together with "ids".';

/**
 * The file as JSON. The document is copied from the compiled snapshot; what depends on the caller follows it.
 *
 * @see FILE-01…26
 */
export const getFile: Handler<'getFile'> = async (call, context) => {
  const { caller, path, query } = call;
  const ids = nodeIdsOf(query.ids);
  if (query.depth === 0 && ids.length === 0) throw badRequest(noDepth);
  const file = await findVisibleFile(context.database, caller, path.file_key);
  const version = await findVersion(context.database, file, versionIdOf(query.version));
  const selection: FileSelection = {
    ids,
    depth: query.depth,
    geometry: query.geometry === 'paths',
    pluginData: listOf(query.plugin_data),
  };
  const fields = {
    ...fileHead(caller, file, version, context),
    linkAccess: file.linkAccess,
    ...(query.branch_data ? await branchData(caller, context, file) : {}),
  };
  const end = `,${JSON.stringify(fields).slice(1)}`;
  const asked = { snapshot: version.snapshot, selection, tail: Buffer.from(end), signal: call.signal };
  return {
    contentType: json,
    etag: tagOf(version.snapshot, JSON.stringify(selection), end),
    ...(isPart(selection) ? { body: await partOf(context, asked) } : await allOf(context, asked)),
  };
};

interface Asked {
  readonly snapshot: BlobId;
  readonly selection: FileSelection;
  /** What stands behind the document. */
  readonly tail: Buffer;
  readonly signal: () => AbortSignal;
}

const nothing = Buffer.alloc(0);

/** Some nodes, or the upper levels: of a design that lies elsewhere no more is brought than that. */
const partOf = (context: Context, { snapshot: id, selection, tail, signal }: Asked): Promise<ByteBody> =>
  context.snapshots.read(id, async ({ snapshot, send }) =>
    send(await countedBody(snapshot.fileInSteps(selection), signal, context), nothing, tail),
  );

async function allOf(context: Context, asked: Asked): Promise<WholeBody> {
  const { snapshot, selection, tail, signal } = asked;
  const isBare = selection.geometry !== true && (selection.pluginData?.length ?? 0) === 0;
  const coming = isBare ? await context.snapshots.coming(snapshot) : undefined;
  if (coming !== undefined) {
    await countedBody(coming.inSteps(), signal, context);
    return wholeBody(context, { snapshot, geometry: false, plain: coming.send(tail), tail });
  }
  const shelved = await context.snapshots.open(snapshot);
  const body = await countedBody(shelved.snapshot.fileInSteps(selection), signal, context);
  const plain = documentBody(body, shelved, nothing, tail);
  if ((selection.pluginData?.length ?? 0) > 0) return { body: plain };
  return wholeBody(context, { snapshot, geometry: selection.geometry === true, plain, tail });
}

export function tagOf(...parts: readonly string[]): string {
  return hash('sha256', `${parts.join('\0')}\0`, 'base64url').slice(0, 22);
}

const isPart = ({ ids, depth }: FileSelection): boolean => (ids?.length ?? 0) > 0 || depth !== undefined;

/** @see FILE-09, FILE-10, FILE-11 */
async function branchData({ user }: Caller, context: Context, file: VisibleFile) {
  if (file.mainFileKey !== null) return { mainFileKey: file.mainFileKey };
  const branches = await branchesOf(context.database, file.key);
  return {
    branches: branches.map((branch) => ({
      key: branch.key,
      name: branch.name,
      thumbnail_url: thumbnailAddress(context, user.id, branch.key, branch.currentVersion),
      last_modified: isoTime(branch.lastModified),
      link_access: file.linkAccess,
    })),
  };
}
