import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { messageOf } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, type UpstreamLine } from '../upstreams/upstream-line.ts';
import { findUpstreamRow, type Upstream } from '../upstreams/upstreams-store.ts';
import {
  type FoundWebhook,
  findWebhooksElsewhere,
  isWholeSet,
  removeWebhookElsewhere,
} from '../upstreams/webhooks-elsewhere.ts';
import { nextTry } from './freshness.ts';
import {
  endSeeking,
  forgetLeftWebhook,
  type LeftWebhook,
  leftWebhooksOf,
  putOffLeftWebhook,
  putOffLeftWebhooks,
  type Sought,
  soughtBy,
} from './left-webhooks-store.ts';
import { eventsPath, keepMade, makeWebhooks } from './mirror-webhooks.ts';
import { findMirrorRow } from './mirrors-store.ts';

/** About two days: what an upstream does not let go of by then stays there, and is heard no more. */
const mostTries = 50;

/** Takes a webhook back whose mirror is gone, or finds those that are sought; what the upstream does not let us do is tried again. */
export async function takeBackWebhook(context: Context, left: LeftWebhook): Promise<void> {
  const { database } = context;
  const upstream = await findUpstreamRow(database, left.upstreamId);
  if (upstream === undefined) return;
  try {
    await withLine(context, upstream, async (line) => {
      const sought = soughtBy(left);
      if (sought !== undefined) return settle(context, line, upstream, sought);
      await removeWebhookElsewhere(line, left.webhookId);
      await forgetLeftWebhook(database, left);
    });
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    await tryAgain(context, left, error);
  }
}

/**
 * Finds webhooks again whose making was cut off: a mirror that waits for them has them where they are all there, and others
 * where they are not; what is there for nothing is taken back.
 */
async function settle(
  context: Context,
  line: UpstreamLine,
  upstream: Upstream,
  sought: Sought,
): Promise<void> {
  const mirror = await findMirrorRow(context.database, sought.mirrorId);
  const isWaiting = mirror?.passcodeHash != null && mirror.webhookElsewhere === null;
  const found = await findSought(line, sought);
  if (isWaiting && isWholeSet(found)) {
    const made = found.map(({ webhook }) => webhook);
    return keepMade(context, mirror, made);
  }
  for (const { webhook } of found) await removeWebhookElsewhere(line, webhook);
  if (isWaiting) return makeWebhooks(context, mirror);
  await endSeeking(context.database, upstream.id, sought.mirrorId);
}

const findSought = (line: UpstreamLine, { mirrorId, context, elsewhere }: Sought): Promise<FoundWebhook[]> =>
  findWebhooksElsewhere(line, { context, elsewhere, path: eventsPath(mirrorId) });

async function tryAgain(context: Context, left: LeftWebhook, failure: UpstreamFailed): Promise<void> {
  const { database, clock } = context;
  const { upstreamId, tries } = left;
  const now = clock.now();
  if (failure.kind === 'limited')
    return putOffLeftWebhooks(database, upstreamId, failure.retryAt ?? nextTry(now, 0));
  const isForGood = failure.kind === 'forbidden' || failure.kind === 'unfit';
  if (!isForGood && tries + 1 < mostTries)
    return putOffLeftWebhook(database, left, { nextAt: nextTry(now, tries), tries: tries + 1 });
  stays(context, failure);
  await forgetLeftWebhook(database, left);
}

/** Webhooks that an upstream has for this installation. */
export interface WebhooksThere {
  readonly upstream: Upstream;
  /** As the upstream calls them. */
  readonly webhooks: readonly string[];
  readonly sought: readonly Sought[];
}

/** Those that are to be taken back from an upstream, and those that are sought there. */
export async function leftThere(database: Kysely<Tables>, upstream: Upstream): Promise<WebhooksThere> {
  const left = await leftWebhooksOf(database, upstream.id);
  const known = left.filter((webhook) => soughtBy(webhook) === undefined);
  return {
    upstream,
    webhooks: known.map(({ webhookId }) => webhookId),
    sought: left.map(soughtBy).filter((sought) => sought !== undefined),
  };
}

/**
 * Takes webhooks back of an upstream that is forgotten: its token is known a last time. What it refuses, or has no room
 * for within our share of its limits, stays there.
 */
export async function takeBackAtOnce(
  context: Context,
  { upstream, webhooks, sought }: WebhooksThere,
): Promise<void> {
  if (webhooks.length === 0 && sought.length === 0) return;
  try {
    await withLine(context, upstream, async (line) => {
      for (const webhook of webhooks) await removeWebhookElsewhere(line, webhook);
      for (const one of sought)
        for (const { webhook } of await findSought(line, one)) await removeWebhookElsewhere(line, webhook);
    });
  } catch (error) {
    // A pause cannot be noted either of an upstream that is gone.
    stays(context, error);
  }
}

const stays = ({ log }: Context, error: unknown): void =>
  log.warn({ error: messageOf(error) }, 'webhooks of a mirror stay at the upstream');

async function withLine<T>(
  context: Context,
  upstream: Upstream,
  use: (line: UpstreamLine) => Promise<T>,
): Promise<T> {
  const line = openLine({ ...context, patienceMs: 0 }, upstream);
  return use(line).finally(line.close);
}
