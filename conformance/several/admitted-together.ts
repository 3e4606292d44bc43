import { expect } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { as } from '../harness/delivery-record.ts';
import type { Several } from './servers.ts';

/** What is asked again and again by many at once, and how much of it may be admitted. */
export interface Limited {
  /** Asks once; the status of the answer. */
  readonly ask: () => Promise<number>;
  readonly calls: number;
  /** The status of what is admitted; what is not has 429. */
  readonly admitted: number;
  readonly most: number;
  /** While they ask, one more fits with each such pause. */
  readonly pauseMs: number;
}

const clients = 12;
/** Clocks of processes that agree by the database's differ by less. */
const skewMs = 1_000;

/** As many are admitted as may be: none too many, and none too few. */
export async function expectAdmitted({ ask, calls, admitted, most, pauseMs }: Limited): Promise<void> {
  const statuses: number[] = [];
  const startedAt = performance.now();
  let left = calls;
  let lastSentAt = startedAt;
  let firstAnsweredAt = Number.POSITIVE_INFINITY;
  const client = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      lastSentAt = performance.now();
      statuses.push(await ask());
      firstAnsweredAt = Math.min(firstAnsweredAt, performance.now());
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const within = (ms: number): number => most + Math.floor(Math.max(0, ms) / pauseMs);
  expect(new Set(statuses)).toEqual(new Set([admitted, 429]));
  expect(statuses).toHaveLength(calls);
  const count = statuses.filter((status) => status === admitted).length;
  expect(count).toBeGreaterThanOrEqual(within(lastSentAt - firstAnsweredAt - skewMs));
  expect(count).toBeLessThanOrEqual(within(performance.now() - startedAt + skewMs));
}

/** Calls of oEmbed through the balancer, of which a person may make some in a minute; the file is opened for that. */
export async function callsOf({ balanced, env }: Several, file: string): Promise<Limited['ask']> {
  const opened = await as(balanced, 'PATCH', `/workspace/v1/files/${file}`, { link_access: 'view' });
  expect(opened.status).toBe(200);
  const path = `/v1/oembed?url=${encodeURIComponent(`${env.VITRINE_BASE_URL}/design/${file}`)}`;
  return async () => (await as(balanced, 'GET', path)).status;
}

/** Guesses at passwords through the balancer, all at that of one person, or each at that of another. */
export async function guessesOf({ balanced }: Several, whose = () => 'somebody'): Promise<Limited['ask']> {
  const browser = openBrowser(balanced);
  const page = await browser.get('/sign-in');
  return async () => {
    const fields = { email: `${whose()}@example.com`, password: 'not the one' };
    return (await browser.submit(page, 'Sign in', fields)).status;
  };
}
