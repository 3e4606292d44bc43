import { quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import { askWell } from '../timed-client.ts';
import { askJson, type WebhookWorkload, writers } from '../webhook-workload.ts';

const deliveries = 200;
/** The first retry comes five minutes after the failure; the clock is moved to shortly before. */
const delayMs = 300_000;
const advance = '4m57s';

/** How late first retries are sent, by the server's own list of its requests. Earlier ones count as below zero. */
export async function measureRetries(workload: WebhookWorkload, engine: string): Promise<Row[]> {
  const { vitrine, receiver } = workload;
  await workload.subscribe(['/failing']);
  for (let number = 0; number < deliveries; number += 1) await workload.change(number % writers, `${number}`);
  await receiver.until(deliveries);
  await askJson(vitrine.client, 'POST', '/test/v1/clock', { advance });
  await receiver.until(2 * deliveries);
  const [id] = await workload.webhooks();
  const { bytes } = await askWell(vitrine.client, `/v2/webhooks/${id}/requests`);
  await workload.unsubscribe();
  const late = latenesses(JSON.parse(bytes.toString()).requests);
  const row = (work: string, ours: number, limit: Row['limit']): Row => ({
    work: `${work} of ${late.length} retries, ${engine}`,
    reference: '–',
    ours,
    theirs: 1,
    ratio: ours,
    unit: 'ms',
    limit,
    absolute: true,
  });
  return [
    row('Earliest', Math.min(...late), { atLeast: 0 }),
    row('p99 lateness', quantile(late, 0.99), { atMost: 1000 }),
    row('Worst lateness', Math.max(...late), { atMost: 1000 }),
  ];
}

interface Request {
  readonly request_info: { readonly payload: { readonly version_id: string }; readonly sent_at: string };
  readonly response_info: { readonly received_at: string } | null;
}

/** @param requests newest first, two for each event */
function latenesses(requests: readonly Request[]): number[] {
  const byEvent = Map.groupBy(requests, ({ request_info }) => request_info.payload.version_id);
  return [...byEvent.values()].map(([retry, first]) => {
    const failedAt = Date.parse(first?.response_info?.received_at ?? '');
    return Date.parse(retry?.request_info.sent_at ?? '') - failedAt - delayMs;
  });
}
