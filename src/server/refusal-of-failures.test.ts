import { expect, it } from 'vitest';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';
import type { BlobId } from '../contract/branded-ids.ts';
import { BeingRestored } from '../database/being-restored.ts';
import { DatabaseAway } from '../database/postgres-pool.ts';
import { NobodyDraws } from '../images/hand-over.ts';
import { refusalOf } from './app.ts';

const away = new StoreAway('It cannot be reached.');

it.each([
  ['the database is away', new DatabaseAway(), 503, '5'],
  ['a backup is put in place', new BeingRestored(), 503, '5'],
  ['nobody draws', new NobodyDraws(), 503, '5'],
  ['the bucket is away', away, 503, '5'],
  ['the bucket is full', Object.assign(new StoreAway('It is full.'), { isFull: true }), 503, '60'],
  ['stored bytes are damaged', new BlobDamaged('a'.repeat(64) as BlobId, away), 500, undefined],
])('Where %s a request is refused, and told when to come again', (_what, error, status, retryAfter) => {
  const refusal = refusalOf(error);
  expect([refusal.status, refusal.headers['retry-after']]).toEqual([status, retryAfter]);
});
