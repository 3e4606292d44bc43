import type { Context } from '../context.ts';
import { unhurried } from '../database/unhurried.ts';
import { aimOf } from './aim-of-file.ts';
import { bringParts } from './bring-parts.ts';
import { type Bringing, withLine } from './bringing.ts';
import { putOff, updateHeldFile } from './due-files-store.ts';
import { outcomeOf } from './failed-work.ts';
import { nextLook } from './freshness.ts';
import { LeaseLost, priorities } from './leases.ts';
import type { MirroredFile } from './mirrored-files-store.ts';

const free = { lease: null, leasedUntil: null, waitsFor: null } as const;

/** Looks at a file at its upstream, and brings what changed; what was done when it was broken off is not done again. */
export function bringFile(context: Context, file: MirroredFile): Promise<void> {
  const { database } = context;
  return withLine(context, {
    mirrorId: file.mirrorId,
    renew: (leasedUntil) => unhurried(() => updateHeldFile(database, file, { leasedUntil })),
    work: (bringing) => lookAndBring(bringing, file),
    failed: (error, of) => noteFailure(context, file, error, of),
  });
}

async function lookAndBring(bringing: Bringing, file: MirroredFile): Promise<void> {
  const { context, mirror } = bringing;
  const aim = await aimOf(bringing, file);
  const later = aim === undefined ? undefined : await bringParts(bringing, file, aim);
  const now = context.clock.now();
  if (later !== undefined) {
    const { retryAt: nextAt = now, message: failure, tier: waitsFor } = later;
    const wait = { ...free, nextAt, failure, waitsFor: waitsFor ?? null, checkedAt: now };
    await unhurried(() => updateHeldFile(context.database, file, wait));
    if (waitsFor !== undefined) await putOff(context.database, bringing.upstream.id, waitsFor, nextAt);
    return;
  }
  const isListed = mirror.kind === 'project' || mirror.kind === 'team';
  const touchedAt = aim?.touchedAt ?? file.touchedAt;
  const ended = {
    ...free,
    aim: null,
    state: 'current' as const,
    failure: null,
    tries: 0,
    checkedAt: now,
    priority: priorities.due,
    name: aim?.name ?? file.name,
    ...(aim !== undefined && mirror.versionCount > 0 ? { historyAt: now } : {}),
    nextAt: isListed && file.projectElsewhere !== null ? null : nextLook(now, touchedAt),
  } as const;
  await unhurried(() => updateHeldFile(context.database, file, ended));
}

async function noteFailure(
  context: Context,
  file: MirroredFile,
  error: unknown,
  of: Pick<Bringing, 'mirror' | 'upstream'>,
): Promise<void> {
  const { kind, sentence, nextAt, tries, waitsFor } = await outcomeOf(context, error, of, file.tries);
  if (kind === 'lost') return;
  const changes = { ...free, nextAt, tries, failure: sentence, waitsFor: waitsFor ?? null };
  await updateHeldFile(context.database, file, {
    ...changes,
    ...(kind === 'gone' ? { state: kind, aim: null, checkedAt: context.clock.now() } : {}),
    ...(kind === 'closed' || kind === 'failed' ? { state: failedState(file) } : {}),
  }).catch(ignoreLost);
  if (waitsFor !== undefined) await putOff(context.database, of.upstream.id, waitsFor, nextAt);
}

/** What is here is served on, and may not be the newest. */
const failedState = ({ version }: MirroredFile): MirroredFile['state'] =>
  version === null ? 'failed' : 'stale';

function ignoreLost(error: unknown): void {
  if (!(error instanceof LeaseLost)) throw error;
}
