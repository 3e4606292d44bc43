import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '../access/token-hash.ts';
import type { Context } from '../context.ts';
import type { MirrorId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, type UpstreamLine } from '../upstreams/upstream-line.ts';
import { findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { makeWebhooksElsewhere, removeWebhooksElsewhere } from '../upstreams/webhooks-elsewhere.ts';
import { priorities } from './leases.ts';
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
    const made = await onLine(context, mirror, (line) => makeWebhooksElsewhere(line, wanted));
    await updateMirror(database, mirror.id, { webhookElsewhere: JSON.stringify(made) });
    return undefined;
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    await updateMirror(database, mirror.id, { passcodeHash: null });
    return error.message;
  }
}

/** Takes the webhooks back that an upstream has for a mirror, as far as it lets us. */
export async function unhookMirror(
  context: Context,
  mirror: Pick<Mirror, 'upstreamId' | 'webhookElsewhere'>,
): Promise<void> {
  if (mirror.webhookElsewhere === null) return;
  const made = JSON.parse(mirror.webhookElsewhere) as string[];
  await onLine(context, mirror, (line) => removeWebhooksElsewhere(line, made)).catch((error) => {
    if (!(error instanceof UpstreamFailed)) throw error;
    context.log.warn({ error: error.message }, 'webhooks of a mirror stay at the upstream');
  });
}

async function onLine<T>(
  context: Context,
  { upstreamId }: Pick<Mirror, 'upstreamId'>,
  use: (line: UpstreamLine) => Promise<T>,
): Promise<T | undefined> {
  const upstream = await findUpstreamRow(context.database, upstreamId);
  if (upstream === undefined) return undefined;
  const line = openLine({ ...context, patienceMs: 0 }, upstream);
  return use(line).finally(line.close);
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
