import { beforeAll, beforeEach, expect, it } from 'vitest';
import { isPostgres } from '../database/column-kinds.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { deleteEmptyBuckets } from './rate-limits/bucket-store.ts';
import { resetThrottle, signInThrottle, type ThrottleParts } from './sign-in-throttle.ts';

const guess = (email: string, ipAddress = '192.0.2.1') => ({ email, ipAddress });

/** Guesses until it is refused; answers how often it was not, and how long to wait. */
async function guessOn(
  throttle: ReturnType<typeof signInThrottle>,
  next: (count: number) => Parameters<typeof throttle.take>[0],
) {
  for (let count = 0; count < 1000; count += 1) {
    const wait = await throttle.take(next(count));
    if (wait !== undefined) return { count, wait };
  }
  return undefined;
}

onBothEngines('guesses at passwords', (openEmpty) => {
  let database: ThrottleParts['database'];
  beforeAll(async () => {
    ({ database } = await openMigrated(openEmpty));
  });
  beforeEach(() => database.deleteFrom('rate_buckets').execute());
  const open = (now: () => number = () => 1_000_000) => signInThrottle({ database, now });

  it('are five for an account from one address, then one a minute', async () => {
    let now = 1_000_000;
    const throttle = open(() => now);
    expect(await guessOn(throttle, () => guess('Alice@example.com'))).toEqual({ count: 5, wait: 60 });
    now += 59_999;
    expect(await throttle.take(guess('alice@example.com'))).toBe(1);
    now += 1;
    expect(await throttle.take(guess('alice@example.com'))).toBeUndefined();
    expect(await throttle.take(guess('alice@example.com'))).toBe(60);
  });

  it('from elsewhere leave the owner their own tries', async () => {
    const throttle = open();
    await guessOn(throttle, () => guess('alice@example.com'));
    expect(await throttle.take(guess('alice@example.com', '192.0.2.2'))).toBeUndefined();
  });

  it('at one account are limited from however many addresses', async () => {
    const throttle = open();
    const refused = await guessOn(throttle, (count) => guess('alice@example.com', `10.0.${count}.1`));
    expect(refused).toEqual({ count: 100, wait: 30 });
  });

  it('at one account by eleven strangers leave tries to everybody else', async () => {
    const throttle = open();
    for (let stranger = 0; stranger < 11; stranger += 1)
      await guessOn(throttle, () => guess('alice@example.com', `10.0.${stranger}.1`));
    expect(await throttle.take(guess('alice@example.com', '192.0.2.2'))).toBeUndefined();
  });

  it('from one address are limited at however many accounts', async () => {
    const throttle = open();
    expect(await guessOn(throttle, (count) => guess(`${count}@example.com`))).toEqual({
      count: 50,
      wait: 10,
    });
  });

  it('from one network of IPv6 count as from one address', async () => {
    const throttle = open();
    const refused = await guessOn(throttle, (count) =>
      guess(`${count}@a.example`, `2001:db8:1:2:${count}::1`),
    );
    expect(refused?.count).toBe(50);
  });

  it.each([
    (count: number) => `2001:db8::${count}:1`,
    (count: number) => `2001:db8:0:0:${count}::`,
    (count: number) => `2001:db8:0:0:1:2:${count}:4`,
    (count: number) => `fe80::${count}`,
  ])('from one network of IPv6 count so, however the address is shortened: %s', async (addressOf) => {
    const throttle = open();
    const refused = await guessOn(throttle, (count) => guess(`${count}@a.example`, addressOf(count)));
    expect(refused?.count).toBe(50);
  });

  it('from another network of IPv6 count apart', async () => {
    const throttle = open();
    await guessOn(throttle, (count) => guess(`${count}@a.example`, `2001:db8::${count}`));
    expect(await throttle.take(guess('b@a.example', '2001:db8:1::1'))).toBeUndefined();
  });

  it('at spellings of the same account count together, at other accounts apart', async () => {
    const throttle = open();
    const one = [' kim@example.com', 'KIM@EXAMPLE.COM', 'kim@example.com\u00a0'];
    expect((await guessOn(throttle, (count) => guess(one[count % 3] as string)))?.count).toBe(5);
    // U+212A is no K: it stands for another account here as where accounts are looked up.
    expect(await throttle.take(guess('\u212aim@example.com'))).toBeUndefined();
  });

  it('that are refused count nothing, so that the account and the address have theirs left', async () => {
    const throttle = open();
    for (const account of ['alice@example.com', 'bob@example.com', 'carla@example.com', 'dan@example.com']) {
      await guessOn(throttle, () => guess(account));
      for (let count = 0; count < 30; count += 1) expect(await throttle.take(guess(account))).toBe(60);
    }
    const others = await guessOn(throttle, (count) => guess(`${count}@a.example`));
    expect(others?.count).toBe(50 - 4 * 5);
  });

  it('that were right are not counted', async () => {
    const throttle = open();
    for (let count = 0; count < 100; count += 1) {
      expect(await throttle.take(guess('alice@example.com'))).toBeUndefined();
      await throttle.giveBack(guess('alice@example.com'));
    }
  });

  it('of many at once are as many as one after the other, and links are counted apart', async () => {
    const throttles = [open(), open()];
    const tries = Array.from({ length: 100 }, (_, place) => throttles[place % 2]!.take(guess('a@a.example')));
    const admitted = (await Promise.all(tries)).filter((wait) => wait === undefined).length;
    const inOneMemory = isPostgres(database) ? 5 : 10;
    expect(admitted).toBe(inOneMemory);
    const links = resetThrottle({ database, now: () => 1_000_000 });
    expect(await links.take(guess('a@a.example'))).toBeUndefined();
  });

  it('leave no address behind, and no row once they count no more', async () => {
    await open().take(guess('alice@example.com'));
    const rows = () => database.selectFrom('rate_buckets').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toMatch(/alice|192\.0\.2/);
    await deleteEmptyBuckets(database, 1_000_000 + 120_000);
    expect(await rows()).toEqual([]);
  });
});
