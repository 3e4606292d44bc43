import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { callsOf, expectAdmitted, guessesOf } from './admitted-together.ts';
import { type Several, startSeveral } from './servers.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };
const calls = 1_200;
const limits = { VITRINE_OEMBED_PER_MINUTE: '10', VITRINE_RATE_LIMITS: 'original' };

describe.skipIf('missing' in postgres)('Four processes behind a balancer, asked 1,200 times', () => {
  let several: Several;
  let file: string;
  beforeAll(async () => {
    several = await startSeveral((postgres as { url: string }).url, 4, { env: limits });
    file = await createFile(several.balanced);
  });
  afterAll(() => several?.close());

  it('admit as many calls as may be made in a minute', async () => {
    const ask = await callsOf(several, file);
    await expectAdmitted({ ask, calls, admitted: 200, most: 10, pauseMs: 6_000 });
  });

  it('admit as many calls as may be made in a month', async () => {
    const token = 'the-token-of-somebody-who-may-only-look';
    const tokens = [{ name: 'reads', token, scopes: 'all' }];
    const user = { id: '77', handle: 'Looks', email: 'looks@example.com', seat: 'view', tokens };
    const [{ id: organization }] = await several.query('select id from organizations');
    const users = [{ ...user, organization, role: 'member' }];
    expect((await as(several.balanced, 'POST', '/workspace/v1/apply', { users })).status).toBe(200);
    const ask = async () => (await several.balanced.call('GET', `/v1/files/${file}`, { token })).status;
    await expectAdmitted({ ask, calls, admitted: 200, most: 6, pauseMs: Number.POSITIVE_INFINITY });
  });

  it('admit as many guesses at the password of one person', async () =>
    expectAdmitted({ ask: await guessesOf(several), calls, admitted: 403, most: 5, pauseMs: 60_000 }));

  it('admit as many guesses of one address at the passwords of many', async () => {
    await as(several.balanced, 'POST', '/test/v1/clock', { advance: '1h' });
    let person = 0;
    const ask = await guessesOf(several, () => {
      person += 1;
      return `person${person}`;
    });
    await expectAdmitted({ ask, calls, admitted: 403, most: 50, pauseMs: 10_000 });
  });
});
