import { createHash } from 'node:crypto';
import {
  type CommentId,
  commentIdOf,
  type DevResourceId,
  devResourceIdOf,
  type FileKey,
  fileKeyOf,
  type UserId,
  userIdOf,
} from '../contract/branded-ids.ts';
import type { Upstream } from './upstreams-store.ts';

type Origin = Pick<Upstream, 'id' | 'keepsIds'>;

/** What a file is called here that an upstream calls so: the same where keys are kept, else one made of both. */
export const keptKey = (upstream: Origin, key: string): FileKey =>
  fileKeyOf(upstream.keepsIds === 1 ? key : lettersOf(hashOf(upstream, 'file', key)));

export const keptUserId = (upstream: Origin, elsewhere: string): UserId =>
  userIdOf(keptDigits(upstream, 'user', elsewhere));

export const keptCommentId = (upstream: Origin, elsewhere: string): CommentId =>
  commentIdOf(keptDigits(upstream, 'comment', elsewhere));

export const keptDevResourceId = (upstream: Origin, elsewhere: string): DevResourceId =>
  devResourceIdOf(keptDigits(upstream, 'dev resource', elsewhere));

function keptDigits(upstream: Origin, kind: string, elsewhere: string): string {
  if (upstream.keepsIds === 1) return elsewhere;
  return BigInt(`0x${hashOf(upstream, kind, elsewhere).toString('hex')}`)
    .toString()
    .slice(0, digits);
}

/** Enough that nobody finds two of the same, and one who tries finds none that is there. */
const digits = 30;
const letters = 22;

const hashOf = ({ id: upstreamId }: Origin, kind: string, elsewhere: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([upstreamId, kind, elsewhere]))
    .digest();

const lettersOf = (hash: Buffer): string =>
  hash
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, 'x')
    .slice(0, letters);
