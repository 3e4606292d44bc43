import { memoryOf } from '../processes.ts';
import type { Row } from '../results.ts';
import { type WebhookWorkload, writers } from '../webhook-workload.ts';

const webhooks = 100;
/** Changes of a whole run, nine rounds: a hundred thousand deliveries. */
const changesPerRound = 112;
const mebibyte = 1024 * 1024;
const lookMs = 50;

/** The row of a server that has much to send. */
export async function measureBacklog(
  workload: WebhookWorkload,
  engine: string,
  rounds: number,
): Promise<Row[]> {
  const { deliveries, beforeBytes, highestBytes } = await sendBacklog(workload, rounds);
  const grown = (highestBytes - beforeBytes) / mebibyte;
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

/** Deliveries that piled up, and the server's resident memory while they wait and at most while they are sent. */
export interface Backlog {
  readonly deliveries: number;
  readonly beforeBytes: number;
  readonly highestBytes: number;
}

/** Has the server drain what has piled up: receivers answer nothing until all of it waits, and at once after that. */
export async function sendBacklog(workload: WebhookWorkload, rounds: number): Promise<Backlog> {
  const { vitrine, receiver } = workload;
  await workload.subscribe(Array.from({ length: webhooks }, (_, number) => `/later/${number}`));
  const each = Math.ceil((rounds * changesPerRound) / writers);
  const write = async (writer: number) => {
    for (let number = 0; number < each; number += 1) await workload.change(writer, `${writer} ${number}`);
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const residentBytes = () => memoryOf(vitrine.pid)?.nowBytes ?? 0;
  const beforeBytes = residentBytes();
  let highestBytes = beforeBytes;
  const timer = setInterval(() => {
    highestBytes = Math.max(highestBytes, residentBytes());
  }, lookMs);
  const deliveries = each * writers * webhooks;
  receiver.answerLater();
  await receiver.until(deliveries);
  clearInterval(timer);
  await workload.unsubscribe();
  return { deliveries, beforeBytes, highestBytes };
}
