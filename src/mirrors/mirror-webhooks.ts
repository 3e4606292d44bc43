import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../access/token-hash.ts';
import type { WritingChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { badRequest } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, usualPatienceMs } from '../upstreams/upstream-line.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { makeWebhooksElsewhere, type WebhookElsewhere } from '../upstreams/webhooks-elsewhere.ts';
import { hurryFileElsewhere } from './due-files-store.ts';
import { priorities } from './leases.ts';
import { endSeeking, leaveWebhooks, type Sought, seekWebhooks } from './left-webhooks-store.ts';
import { hurryLists } from './mirror-lists-store.ts';
import { findMirrorRow, type Mirror, updateMirror } from './mirrors-store.ts';

/** @throws ApiError 400 where an upstream cannot know how to reach this server */
export function requireReachable({ config }: Context): string {
  if (config.baseUrl !== undefined) return config.baseUrl;
  throw badRequest('Webhooks reach this server at its public address: set VITRINE_BASE_URL.');
}

/**
 * Has the upstream tell when something of a mirror changes. Answers why it does not, where it refused: the mirror goes on
 * by looking then.
 */
export async function hookMirror(context: Context, mirror: Mirror): Promise<string | undefined> {
  try {
    await makeWebhooks(context, mirror);
    return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    await lookByItself(context, mirror);
    return error.message;
  }
}

/** Longer than an upstream takes, be it at its slowest, to make and to take back what it is asked for. */
const makingMs = 15 * 60_000;

/**
 * Has the webhooks of a mirror made. Where this server ends in between they are sought afterwards.
 * @throws UpstreamFailed
 */
export async function makeWebhooks(context: Context, mirror: Mirror): Promise<void> {
  const { database, ids, clock } = context;
  const sought = soughtFor(mirror);
  if (sought === undefined) return;
  const passcode = ids.secret();
  const endpoint = `${requireReachable(context).replace(/\/$/, '')}${eventsPath(mirror.id)}`;
  await inTransaction(database, async (transaction) => {
    // Known before the first of them calls.
    await updateMirror(transaction, mirror.id, { passcodeHash: hashToken(passcode) });
    await seekFor({ transaction, at: clock.now() + makingMs }, mirror);
  });
  await keepMade(context, mirror, await makeOnLine(context, mirror, { ...sought, endpoint, passcode }));
}

/** Where an upstream tells what changes of a mirror. */
export const eventsPath = (id: MirrorId): string => `/mirror-events/${id}`;

function soughtFor({ id: mirrorId, kind, elsewhere }: Mirror): Sought | undefined {
  return kind === 'through' ? undefined : { mirrorId, context: kind, elsewhere };
}

/** Nobody is heard any more; what the upstream may have made all the same is sought at once. */
function lookByItself({ database, clock }: Context, mirror: Mirror): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await updateMirror(transaction, mirror.id, { passcodeHash: null });
    await seekFor({ transaction, at: clock.now() }, mirror);
  });
}

async function seekFor(from: WritingChange, mirror: Mirror): Promise<void> {
  const sought = soughtFor(mirror);
  if (sought === undefined || (await findUpstreamRow(from.transaction, mirror.upstreamId)) === undefined)
    return;
  await seekWebhooks(from, mirror.upstreamId, sought);
}

async function makeOnLine(
  context: Context,
  { upstreamId }: Mirror,
  wanted: WebhookElsewhere,
): Promise<string[]> {
  const upstream = await findUpstreamRow(context.database, upstreamId);
  if (upstream === undefined) return [];
  const line = openLine({ ...context, patienceMs: usualPatienceMs }, upstream);
  return makeWebhooksElsewhere(line, wanted).finally(line.close);
}

/** Of a mirror that ended meanwhile they are taken back, and so where others were found in their place. */
export function keepMade(
  { database, clock }: Context,
  { id, upstreamId }: Mirror,
  made: readonly string[],
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    if ((await findUpstreamRow(transaction, upstreamId)) === undefined) return;
    const areOurs = await endSeeking(transaction, upstreamId, id);
    if (areOurs && (await findMirrorRow(transaction, id)) !== undefined)
      return updateMirror(transaction, id, { webhookElsewhere: JSON.stringify(made) });
    return leaveWebhooks({ transaction, at: clock.now() }, upstreamId, made);
  });
}

/** The webhooks that an upstream has for a mirror, by its ids. */
export function webhooksOf({ webhookElsewhere }: Pick<Mirror, 'webhookElsewhere'>): string[] {
  if (webhookElsewhere === null) return [];
  const made: unknown = JSON.parse(webhookElsewhere);
  return Array.isArray(made) ? made.filter((id) => typeof id === 'string') : [];
}

interface Told {
  readonly passcode: string;
  /** As the upstream calls it. */
  readonly elsewhere: string | undefined;
}

/** Looks soon at what an upstream tells of; whoever does not know the passcode is not heard. */
export async function hearUpstream(
  context: Context,
  id: MirrorId,
  { passcode, elsewhere }: Told,
): Promise<void> {
  const { database, clock } = context;
  const hash = (await findMirrorRow(database, id))?.passcodeHash ?? null;
  const given = hashToken(passcode);
  if (hash === null || !timingSafeEqual(Buffer.from(hash), Buffer.from(given))) return;
  const now = { transaction: database, at: clock.now() };
  const isKnown =
    elsewhere !== undefined && (await hurryFileElsewhere(now, { id, elsewhere }, priorities.awaited));
  if (!isKnown) await hurryLists(now, id);
}
