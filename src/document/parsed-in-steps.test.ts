import { expect, it } from 'vitest';
import { atOnceBytes, stepBytes } from './json-in-steps.ts';
import { parsedInSteps } from './parsed-in-steps.ts';

/** What comes of it, and in how many steps. */
function parsed(text: string) {
  const bytes = Buffer.from(`,${text},`);
  const steps = parsedInSteps(bytes, { start: 1, end: bytes.length - 1 });
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return { value: step.value, count };
  }
}

const parts = ['a', '\\', '"', '\n', 'é', '€', '😀', '\u2028', '\ud83d', '\\u0041'];

it.each(parts)('a text of nothing but %j is read in parts that cut none in two', (part) => {
  for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
    const text = before + part.repeat(Math.ceil((2.5 * stepBytes) / part.length));
    const { value, count } = parsed(JSON.stringify(text));
    // Not by `toBe`, which would print megabytes.
    expect([value === text, count > 2]).toEqual([true, true]);
  }
});

it('escapes of halves of a character come together', () => {
  const text = `"${'x'.repeat(stepBytes - 6)}\\ud83d\\ude00${'y'.repeat(stepBytes)}"`;
  expect(parsed(text).value === JSON.parse(text)).toBe(true);
});

it('lists and maps are read some entries at a time, and one that is nested too deep at once', () => {
  const list = Array.from({ length: 50_000 }, (_, place) => ({ place, text: 'text' }));
  const { value, count } = parsed(JSON.stringify(list));
  expect(value).toEqual(list);
  expect(count).toBeGreaterThanOrEqual(JSON.stringify(list).length / atOnceBytes - 1);
  const deep = `${'['.repeat(3000)}"${'a'.repeat(stepBytes)}"${']'.repeat(3000)}`;
  expect(JSON.stringify(parsed(deep).value) === deep).toBe(true);
});
