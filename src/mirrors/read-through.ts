import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, isFullMember } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import { ApiError, messageOf } from '../errors.ts';
import { findFile } from '../files/file-rows-store.ts';
import { LeastRecent } from '../least-recent.ts';
import { bringFile } from './bring-file.ts';
import { claimFile } from './due-files-store.ts';
import { priorities } from './leases.ts';
import { forgetThatNoneIs } from './mirror-header.ts';
import {
  countWaiting,
  deleteUnfound,
  findMirroredFile,
  insertMirroredFiles,
  type MirroredFile,
  newMirroredFile,
} from './mirrored-files-store.ts';
import type { Mirror } from './mirrors-store.ts';
import { throughMirror, throughUpstream } from './through-mirror.ts';

/** How long the first who asks waits. */
const patienceMs = 50_000;
const pauseMs = 50;
/** When to ask again for what is under way. */
const againMs = 5000;
/** How long a key is remembered that the upstream does not know. */
const unknownMs = 60_000;
const mostUnknown = 10_000;
/** Files that may wait for the upstream at a time. */
const mostWaiting = 1000;

/** Keys that the upstream does not know, by when they were asked for. */
const unknownKeys = new WeakMap<Context, LeastRecent<FileKey, number>>();

/**
 * Brings a file that is not here and that the caller may read at the upstream of the settings. Answers whether it is
 * here by now: for all others it does not exist.
 *
 * @throws ApiError 429 while it is being brought
 */
export async function readThrough(context: Context, caller: Caller, key: FileKey): Promise<boolean> {
  const upstream = await throughUpstream(context);
  if (upstream === undefined || upstream.keepsIds !== 1) return false;
  if (!isFullMember(caller, upstream.organizationId) || !/^[A-Za-z0-9_-]{1,128}$/.test(key)) return false;
  if (isKnownUnknown(context, key) || (await findFile(context.database, key)) !== undefined) return false;
  const mirror = await throughMirror(context, upstream);
  if (mirror.isPaused === 1 || mirror.failure !== null) return false;
  forgetThatNoneIs(context);
  return (await askFor(context, mirror, key)) && waitFor(context, mirror, key);
}

/** Has the file brought; false where another mirror is to bring it. @throws ApiError 429 where too many wait */
async function askFor(
  { database, clock }: Context,
  { id: mirrorId }: Mirror,
  key: FileKey,
): Promise<boolean> {
  const present = await findMirroredFile(database, key);
  if (present !== undefined) return present.mirrorId === mirrorId;
  const now = clock.now();
  if ((await countWaiting(database, mirrorId)) >= mostWaiting) throw laterAt(now + unknownMs, now);
  const due = { priority: priorities.awaited, nextAt: now };
  await insertMirroredFiles(database, [
    newMirroredFile({ fileKey: key, mirrorId, elsewhere: key, name: key, ...due }),
  ]);
  return true;
}

async function waitFor(context: Context, mirror: Mirror, key: FileKey): Promise<boolean> {
  const { database, clock, ids, log } = context;
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(pauseMs)) {
    const now = clock.now();
    const file = await claimFile(database, { lease: ids.uuid(), now, of: mirror.id, key });
    if (file !== undefined)
      void bringFile(context, file).catch((error) =>
        log.error({ error: messageOf(error) }, 'a file could not be read through'),
      );
    const found = await findMirroredFile(database, key);
    if (found === undefined) return false;
    if (found.version !== null) return true;
    if (isRefused(found)) return forget(context, key);
    if (found.lease === null && (found.nextAt ?? 0) > now) throw laterAt(found.nextAt ?? now, now);
  }
  throw laterAt(clock.now() + againMs, clock.now());
}

/** The upstream does not know it, or does not show it to the token, or it cannot be read. */
const isRefused = ({ state, lease }: MirroredFile): boolean =>
  lease === null && (state === 'gone' || state === 'failed');

async function forget(context: Context, key: FileKey): Promise<false> {
  await deleteUnfound(context.database, key);
  const unknown = unknownKeys.get(context) ?? new LeastRecent<FileKey, number>(mostUnknown);
  unknownKeys.set(context, unknown);
  unknown.set(key, context.clock.now());
  return false;
}

function isKnownUnknown(context: Context, key: FileKey): boolean {
  const ageMs = context.clock.now() - (unknownKeys.get(context)?.peek(key) ?? -Infinity);
  return ageMs >= 0 && ageMs < unknownMs;
}

function laterAt(at: number, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil((at - now) / 1000));
  return new ApiError(429, 'The file is being read from another server. Try again later.', {
    headers: { 'Retry-After': String(seconds) },
  });
}
