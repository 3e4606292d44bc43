import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../access/token-hash.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { inTransaction } from '../database/transaction.ts';
import { badRequest } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, usualPatienceMs } from '../upstreams/upstream-line.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { makeWebhooksElsewhere, type WebhookElsewhere } from '../upstreams/webhooks-elsewhere.ts';
import { priorities } from './leases.ts';
import { leaveWebhooks } from './left-webhooks-store.ts';
import { hurryLists } from './mirror-lists-store.ts';
import { hurryFileElsewhere } from './mirrored-files-store.ts';
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
  const { database, ids } = context;
  if (mirror.kind === 'through') return undefined;
  const passcode = ids.secret();
  const endpoint = `${requireReachable(context).replace(/\/$/, '')}/mirror-events/${mirror.id}`;
  const wanted = { context: mirror.kind, elsewhere: mirror.elsewhere, endpoint, passcode };
  try {
    // Known before the first of them calls, also where this server ends in between.
    await updateMirror(database, mirror.id, { passcodeHash: hashToken(passcode) });
    await keepMade(context, mirror, await makeOnLine(context, mirror, wanted));
    return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    await updateMirror(database, mirror.id, { passcodeHash: null });
    return error.message;
  }
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

/** Of a mirror that ended meanwhile they are taken back. */
function keepMade(
  { database, clock }: Context,
  { id, upstreamId }: Mirror,
  made: readonly string[],
): Promise<void> {
  return inTransaction(database, async (transaction) => {
    await updateMirror(transaction, id, { webhookElsewhere: JSON.stringify(made) });
    if ((await findMirrorRow(transaction, id)) !== undefined) return;
    if ((await findUpstreamRow(transaction, upstreamId)) === undefined) return;
    await leaveWebhooks({ transaction, at: clock.now() }, upstreamId, made);
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
