import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../database/tables.ts';
import { allUpstreams, findUpstreamRow } from '../upstreams/upstreams-store.ts';
import { leaveWebhooks, seekWebhooks } from './left-webhooks-store.ts';
import { webhooksOf } from './mirror-webhooks.ts';
import { mirrorsOfUpstream, updateMirror } from './mirrors-store.ts';
import { leftThere, takeBackAtOnce, type WebhooksThere } from './take-back-webhooks.ts';

/** The webhooks that all upstreams have for us, ahead of a restore. */
export async function webhooksThere(database: Kysely<Tables>): Promise<WebhooksThere[]> {
  const there: WebhooksThere[] = [];
  for (const upstream of await allUpstreams(database)) {
    const ofMirrors = (await mirrorsOfUpstream(database, upstream.id)).flatMap(webhooksOf);
    const left = await leftThere(database, upstream);
    there.push({ ...left, webhooks: [...ofMirrors, ...left.webhooks] });
  }
  return there;
}

/** Has those taken back whose mirrors a restore took away: later, where their upstream is still there, else at once. */
export async function takeBackLost(context: Context, before: readonly WebhooksThere[]): Promise<void> {
  const { database, clock } = context;
  for (const { upstream, webhooks, sought } of before) {
    const kept = new Set((await mirrorsOfUpstream(database, upstream.id)).flatMap(webhooksOf));
    const lost = webhooks.filter((webhook) => !kept.has(webhook));
    const isHere = (await findUpstreamRow(database, upstream.id)) !== undefined;
    if (!isHere) await takeBackAtOnce(context, { upstream, webhooks: lost, sought });
    if (!isHere) continue;
    const now = { transaction: database, at: clock.now() };
    await leaveWebhooks(now, upstream.id, lost);
    for (const one of sought) await seekWebhooks(now, upstream.id, one);
  }
}

/** Mirrors of a backup of this installation whose webhooks were taken back since look by themselves. */
export async function forgetTakenBack(
  { database }: Pick<Context, 'database'>,
  before: readonly WebhooksThere[],
): Promise<void> {
  const present = new Map(before.map(({ upstream, webhooks }) => [upstream.id, new Set(webhooks)]));
  for (const { id: upstreamId } of await allUpstreams(database))
    for (const mirror of await mirrorsOfUpstream(database, upstreamId)) {
      const webhooks = webhooksOf(mirror);
      if (webhooks.length > 0 && !webhooks.some((webhook) => present.get(upstreamId)?.has(webhook)))
        await updateMirror(database, mirror.id, { webhookElsewhere: null, passcodeHash: null });
    }
}
