import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { MirrorId, OrganizationId, UpstreamId } from '../contract/branded-ids.ts';
import { unhurried } from '../database/unhurried.ts';
import { bringFile } from './bring-file.ts';
import { bringHistory } from './bring-history.ts';
import { claimFile } from './due-files-store.ts';
import { isUnderWay, nextDueOf, nextHistoryOf, nextWaitingOf } from './due-store.ts';
import { claimLeftWebhook, nextLeftWebhookAt } from './left-webhooks-store.ts';
import { lookAtList } from './look-at-list.ts';
import { claimList } from './mirror-lists-store.ts';
import { findMirrorRow } from './mirrors-store.ts';
import { takeBackWebhook } from './take-back-webhooks.ts';

export interface Work {
  readonly upstreamId: UpstreamId | undefined;
  readonly run: () => Promise<void>;
}

interface Wanted {
  /** Of one mirror alone. */
  readonly of?: MirrorId | undefined;
  /** Of none of these. */
  readonly except?: readonly OrganizationId[];
}

/**
 * Takes what is due first, of one mirror or of all: lists before files, as they say which of these are due. Webhooks of
 * mirrors that are gone are few, and go before all; versions of the past come when nothing else is due.
 */
export async function takeWork(context: Context, { of, except }: Wanted = {}): Promise<Work | undefined> {
  const { database, clock, ids } = context;
  const claim = { lease: ids.uuid(), now: clock.now(), of, except };
  const left =
    of === undefined ? await unhurried(() => claimLeftWebhook(database, claim.now, except)) : undefined;
  if (left !== undefined) return { upstreamId: left.upstreamId, run: () => takeBackWebhook(context, left) };
  const workOf = async ({ mirrorId }: { mirrorId: MirrorId }, run: Work['run']): Promise<Work> => ({
    upstreamId: (await findMirrorRow(database, mirrorId))?.upstreamId,
    run,
  });
  const list = await unhurried(() => claimList(database, claim));
  if (list !== undefined) return workOf(list, () => lookAtList(context, list));
  const file = await unhurried(() => claimFile(database, claim));
  if (file !== undefined) return workOf(file, () => bringFile(context, file));
  const old = await unhurried(() => claimFile(database, { ...claim, isOfThePast: true }));
  return old && workOf(old, () => bringHistory(context, old));
}

/** When a mirror, or any, has something to do next. */
export async function nextMirrorDueAt({ database }: Context, of?: MirrorId): Promise<number | undefined> {
  const times = [
    await nextDueOf(database, 'mirror_lists', of),
    await nextDueOf(database, 'mirrored_files', of),
    await nextHistoryOf(database, of),
    of === undefined ? await nextLeftWebhookAt(database) : undefined,
  ];
  const [first] = times.filter((time) => time !== undefined).sort((one, other) => one - other);
  return first;
}

async function nextWaiting({ database }: Context, of: MirrorId | undefined): Promise<number> {
  const times = [
    await nextWaitingOf(database, 'mirror_lists', of),
    await nextWaitingOf(database, 'mirrored_files', of),
  ];
  return Math.min(...times.map((time) => time ?? Infinity));
}

interface Draining {
  readonly of?: MirrorId;
  /** How long somebody waits for what the limits of the upstream hold up. */
  readonly patienceMs?: number;
  /** How long somebody waits for these in all, in real time, however soon the next call may be. */
  readonly wholePatienceMs?: number;
  readonly signal?: AbortSignal;
}

const pauseMs = 20;
const longestPauseMs = 500;

/** Does what is due, and waits for what others are at; ends when nothing is due any more. */
export async function doDueWork(
  context: Context,
  { of, patienceMs = 0, wholePatienceMs = Infinity, signal }: Draining = {},
): Promise<void> {
  const from = performance.now();
  while (signal?.aborted !== true) {
    const work = await takeWork(context, { of });
    if (work !== undefined) {
      await work.run();
      continue;
    }
    const now = context.clock.now();
    const isDue = ((await nextMirrorDueAt(context, of)) ?? Infinity) <= now;
    const waitMs = (await nextWaiting(context, of)) - now;
    const isTooLong = waitMs > patienceMs || performance.now() - from > wholePatienceMs;
    if (!isDue && isTooLong && !(await isAnyUnderWay(context, of))) return;
    await sleep(Math.min(Math.max(pauseMs, waitMs), longestPauseMs));
  }
}

async function isAnyUnderWay({ database, clock }: Context, of: MirrorId | undefined): Promise<boolean> {
  const now = clock.now();
  for (const table of ['mirror_lists', 'mirrored_files'] as const)
    if (await isUnderWay(database, table, now, of)) return true;
  return false;
}
