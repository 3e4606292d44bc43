import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { FileKey, UpstreamId } from '../contract/branded-ids.ts';
import type { OperationId } from '../contract/contract.ts';
import { operationTable } from '../contract/generated/operation-table.ts';
import { badRequest } from '../errors.ts';
import { readDesignAddress } from './design-address.ts';
import { findUpstream } from './find-upstream.ts';
import { keptKey } from './kept-ids.ts';
import { refusalOf, UpstreamFailed } from './upstream-failed.ts';
import { openLine } from './upstream-line.ts';

/** What is asked of an upstream about one file. */
export interface AnswerRequest {
  readonly upstreamId: UpstreamId;
  /** As it is called there. */
  readonly key: string;
  readonly operation: ReadingOperation;
  readonly query: Readonly<Record<string, string>>;
}

/** Operations that read a file by its key alone. */
export type ReadingOperation = Extract<
  OperationId,
  | 'getFile'
  | 'getFileMeta'
  | 'getImageFills'
  | 'getFileVersions'
  | 'getComments'
  | 'getFileComponents'
  | 'getFileComponentSets'
  | 'getFileStyles'
  | 'getLocalVariables'
  | 'getPublishedVariables'
  | 'getDevResources'
>;

/**
 * Asks an upstream one question about a file, within its limits. What it answers is passed on byte for byte.
 * @throws ApiError 400, 404, 409, 413, 429, 502
 */
export async function readAnswer(
  context: Context,
  by: Caller,
  { upstreamId, key: address, operation, query }: AnswerRequest,
): Promise<{ readonly bytes: Uint8Array; readonly fileKey: FileKey }> {
  const upstream = await findUpstream(context.database, by, upstreamId);
  const key = readDesignAddress(address)?.key;
  if (key === undefined) throw badRequest('file_key is the key of a file there, or its address.');
  const { path, tier } = operationTable[operation];
  const target = `${path.replace('{file_key}', key)}?${new URLSearchParams(query)}`;
  try {
    const line = openLine({ ...context, patienceMs: 0 }, upstream);
    const bytes = await line.bytes(target, `tier${tier}`).finally(line.close);
    return { bytes, fileKey: keptKey(upstream, key) };
  } catch (error) {
    throw error instanceof UpstreamFailed ? refusalOf(error, context.clock.now()) : error;
  }
}
