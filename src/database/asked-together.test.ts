import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { askedTogether } from './asked-together.ts';
import type { Tables } from './tables.ts';

const database = {} as Kysely<Tables>;

/** What is stored under each name, and the questions that were sent and not answered yet. */
function stored() {
  const values = new Map<string, string>();
  const asked: { readonly name: string; answer(): void; fail(): void }[] = [];
  const find = askedTogether((_database, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
    const seen = values.get(name);
    asked.push({ name, answer: () => resolve(seen), fail: () => reject(new Error('away')) });
    return promise;
  });
  return { values, asked, find: (name: string) => find(database, name) };
}

test('Whoever wants what is just being asked is answered by one question that is sent after they came', async () => {
  const { values, asked, find } = stored();
  values.set('token', 'valid');
  const first = find('token');
  values.set('token', 'revoked');
  const others = [find('token'), find('token'), find('token')];
  expect(asked).toHaveLength(1);
  asked[0]?.answer();
  expect(await first).toBe('valid');
  await expect.poll(() => asked.length).toBe(2);
  values.set('token', 'made anew');
  const last = find('token');
  asked[1]?.answer();
  expect(await Promise.all(others)).toEqual(['revoked', 'revoked', 'revoked']);
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.answer();
  expect(await last).toBe('made anew');
});

test('A question is asked anew once nobody waits, and beside others of other names', async () => {
  const { values, asked, find } = stored();
  values.set('one', '1').set('two', '2');
  for (let time = 0; time < 3; time += 1) {
    const both = [find('one'), find('two')];
    expect(asked).toHaveLength(2 * time + 2);
    for (const one of asked) one.answer();
    expect(await Promise.all(both)).toEqual(['1', '2']);
  }
});

test('A question that fails fails for those whom it was sent for, and the next one is asked', async () => {
  const { values, asked, find } = stored();
  values.set('token', 'valid');
  const [first, second] = [find('token'), find('token')];
  asked[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe('valid');
});

test('A question that is not answered soon keeps nobody waiting who wants the same', async () => {
  const { values, asked, find } = stored();
  values.set('token', 'valid');
  void find('token');
  const second = find('token');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer();
  expect(await second).toBe('valid');
});
