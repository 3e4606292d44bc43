import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../errors.ts';
import { startTestServer } from '../testing/test-server.ts';
import { leastCost, nobodysPassword, usualCost } from './password.ts';
import { passwordWork } from './password-work.ts';

/** A stored form that says itself what it costs: next to nothing. */
const cheap = ['argon2id', 8, 1, 'AAAAAAAAAAA=', 'AAAAAAAAAAA='].join('$');
/** As many at the start take what a password does; those behind them only wait. */
const costly = 20;

const many = (count: number, addressOf: (index: number) => string) => {
  const work = passwordWork();
  const one = (index: number): Promise<unknown> =>
    index < costly ? work.hash('x', addressOf(index)) : work.fits('x', [cheap], addressOf(index));
  return { work, tries: Array.from({ length: count }, (_, index) => one(index)) };
};
const ownAddress = (index: number) => `10.0.${Math.floor(index / 200)}.${index % 200}`;

/** How many were refused, each at once and with the time to wait. */
async function refusals(tries: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(tries);
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []));
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(ApiError);
    expect(reason).toMatchObject({ status: 429, headers: { 'Retry-After': '10' } });
  }
  return reasons.length;
}

it.each([
  ['as much as is advised', 'off', usualCost],
  ['next to nothing in test mode', 'on', leastCost],
])('passwords cost %s', async (_title, testMode, cost) => {
  const server = await startTestServer({ settings: { testMode } });
  onTestFinished(() => server.close());
  const { passwords } = server.context;
  expect(passwords.nobodys).toBe(nobodysPassword(cost));
  expect(await passwords.hash('x', '10.0.0.1')).toContain(`argon2id$${cost.memory}$${cost.passes}$`);
});

describe('passwords that are hashed or compared', () => {
  it('leave the threads that read files free: a file is read while 200 of them wait', async () => {
    const { work, tries } = many(200, ownAddress);
    await readFile(fileURLToPath(import.meta.url));
    expect(work.made()).toBeLessThan(20);
    expect(await refusals(tries)).toBe(0);
    expect(work.made()).toBe(200);
  }, 120_000);

  it('are 200 at the most, done or waiting; the next is refused at once', async () => {
    const { work, tries } = many(201, ownAddress);
    await expect(tries[200]).rejects.toMatchObject({ status: 429 });
    expect(work.made()).toBeLessThan(20);
    expect(await refusals(tries)).toBe(1);
    expect(await work.hash('y', '10.9.9.9')).toContain('argon2id');
  }, 120_000);

  it('are 20 at the most of one address, and the others have their own', async () => {
    const { work, tries } = many(21, (index) => `2001:db8::${index}`);
    const other = work.hash('y', '192.0.2.1');
    expect(await refusals(tries)).toBe(1);
    expect(await other).toContain('argon2id');
  });

  it('are compared with several hashes in one turn, each with its own result', async () => {
    const work = passwordWork();
    const stored = await work.hash('right', '10.0.0.1');
    const other = await work.hash('wrong', '10.0.0.1');
    expect(await work.fits('right', [other, stored, ''], '10.0.0.1')).toEqual([false, true, false]);
    expect(work.made()).toBe(5);
  });
});
