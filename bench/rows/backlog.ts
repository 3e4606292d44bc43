import { memoryOf } from '../processes.ts';
import type { Row } from '../results.ts';
import { type WebhookWorkload, writers } from '../webhook-workload.ts';

const webhooks = 100;
/** Changes of a whole run, nine rounds: a hundred thousand deliveries. */
const changesPerRound = 112;
const mebibyte = 1024 * 1024;
const lookMs = 50;

/**
 * How much the server grows while it drains what has piled up: receivers answer nothing until all of it waits,
 * and at once after that.
 */
export async function measureBacklog(
  workload: WebhookWorkload,
  engine: string,
  rounds: number,
): Promise<Row[]> {
  const { vitrine, receiver } = workload;
  await workload.subscribe(Array.from({ length: webhooks }, (_, number) => `/later/${number}`));
  const each = Math.ceil((rounds * changesPerRound) / writers);
  const write = async (writer: number) => {
    for (let number = 0; number < each; number += 1) await workload.change(writer, `${writer} ${number}`);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const residentBytes = () => memoryOf(vitrine.pid)?.nowBytes ?? 0;
  const before = residentBytes();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentBytes());
  }, lookMs);
  const deliveries = each * writers * webhooks;
  receiver.answerLater();
  await receiver.until(deliveries);
  clearInterval(timer);
  await workload.unsubscribe();
  const grown = (highest - before) / mebibyte;
  const row: Row = {
    work: `Growth while ${deliveries} waiting deliveries are sent, ${engine}`,
    reference: '–',
    ours: grown,
    theirs: 1,
    ratio: grown,
    unit: 'MB',
    limit: { atMost: 64 },
    absolute: true,
  };
  return [row];
}
