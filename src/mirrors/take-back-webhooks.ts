import type { Context } from '../context.ts';
import { messageOf } from '../errors.ts';
import { UpstreamFailed } from '../upstreams/upstream-failed.ts';
import { openLine, type UpstreamLine } from '../upstreams/upstream-line.ts';
import { findUpstreamRow, type Upstream } from '../upstreams/upstreams-store.ts';
import { removeWebhookElsewhere } from '../upstreams/webhooks-elsewhere.ts';
import { nextTry } from './freshness.ts';
import {
  forgetLeftWebhook,
  type LeftWebhook,
  putOffLeftWebhook,
  putOffLeftWebhooks,
} from './left-webhooks-store.ts';

/** About two days: what an upstream does not let go of by then stays there, and is heard no more. */
const mostTries = 50;

/** Takes a webhook back whose mirror is gone; where the upstream does not let us, that is tried again. */
export async function takeBackWebhook(context: Context, left: LeftWebhook): Promise<void> {
  const { database } = context;
  const upstream = await findUpstreamRow(database, left.upstreamId);
  if (upstream === undefined) return;
  try {
    await withLine(context, upstream, (line) => removeWebhookElsewhere(line, left.webhookId));
    await forgetLeftWebhook(database, left);
  } catch (error) {
    if (!(error instanceof UpstreamFailed)) throw error;
    await tryAgain(context, left, error);
  }
}

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
}

/**
 * Takes webhooks back of an upstream that is forgotten: its token is known a last time. What it refuses, or has no room
 * for within our share of its limits, stays there.
 */
export async function takeBackAtOnce(context: Context, { upstream, webhooks }: WebhooksThere): Promise<void> {
  if (webhooks.length === 0) return;
  try {
    await withLine(context, upstream, async (line) => {
      for (const webhook of webhooks) await removeWebhookElsewhere(line, webhook);
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
