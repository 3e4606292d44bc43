import { expect, test } from 'vitest';
import { askedInOne } from './asked-in-one.ts';

/** Everything but what begins with "no" is there, as itself. */
function asked() {
  const questions: { readonly names: readonly string[]; answer(): void; fail(): void }[] = [];
  const find = askedInOne((names) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, string>>();
    const found = names.filter((name) => !name.startsWith('no')).map((name) => [name, name] as const);
    questions.push({ names, answer: () => resolve(new Map(found)), fail: () => reject(new Error('away')) });
    return promise;
  });
  return { questions, find };
}

test('What is wanted while a question is under way is asked for by the next one, each name once', async () => {
  const { questions, find } = asked();
  const first = find('a');
  const others = [find('b'), find('nothing'), find('b'), find('a')];
  questions[0]?.answer();
  expect(await first).toBe('a');
  await expect.poll(() => questions.length).toBe(2);
  expect(questions[1]?.names).toEqual(['b', 'nothing', 'a']);
  questions[1]?.answer();
  expect(await Promise.all(others)).toEqual(['b', undefined, 'b', 'a']);
  const last = find('c');
  await expect.poll(() => questions.length).toBe(3);
  questions[2]?.answer();
  expect(await last).toBe('c');
});

test('A question for many that fails fails for them, and no other', async () => {
  const { questions, find } = asked();
  const first = find('a');
  const second = find('b');
  questions[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => questions.length).toBe(2);
  questions[1]?.answer();
  expect(await second).toBe('b');
});

test('A question for many that is not answered soon keeps nobody waiting who came after it', async () => {
  const { questions, find } = asked();
  void find('a');
  const second = find('b');
  await expect.poll(() => questions.length).toBe(2);
  questions[1]?.answer();
  expect(await second).toBe('b');
});
