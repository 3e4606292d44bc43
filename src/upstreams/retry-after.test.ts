import { expect, it } from 'vitest';
import { type Pause, retryTime } from './retry-after.ts';

const now = Date.parse('2026-01-02T03:04:05Z');

it.each([
  ['in seconds', '30', 30],
  ['of five days', '396749', 396_749],
  ['as a date', 'Fri, 02 Jan 2026 04:04:05 GMT', 3600],
  ['of less than a second', '0.2', 1],
  ['of a week', '604800', 604_800],
  ['as a date that is past', 'Fri, 02 Jan 2026 01:04:05 GMT', 60],
  ['of no time', '0', 60],
  ['that is missing', undefined, 60],
  ['that says nothing', 'soon', 60],
  ['that is negative', '-5', 60],
  ['of more than a week', '604801', 60],
  ['of a thousand years', '31557600000', 60],
  ['of more years than there are numbers', '9'.repeat(400), 60],
  ['as a date in a thousand years', 'Fri, 02 Jan 3026 03:04:05 GMT', 60],
])('A refusal with a Retry-After %s is kept', (_form, header, seconds) => {
  expect(retryTime(header, now)).toBe(now + seconds * 1000);
});

it.each([undefined, '-5', '0', '99999999999999999999'])(
  'A refusal with Retry-After %s is kept longer each time, up to an hour',
  (header) => {
    const waits: number[] = [];
    let last: Pause | undefined;
    for (let at = now; waits.length < 9; at = (last as Pause).until + 1000) {
      last = { at, until: retryTime(header, at, last) };
      waits.push((last.until - last.at) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  },
);

it('A refusal that says a second each time is kept longer each time, up to a minute', () => {
  const waits: number[] = [];
  let last: Pause | undefined;
  for (let at = now; waits.length < 8; at = (last as Pause).until) {
    last = { at, until: retryTime('1', at, last) };
    waits.push((last.until - last.at) / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

it('Refusals that say nothing and come together are kept as the first of them', () => {
  const first = { at: now, until: now + 60_000 };
  expect(retryTime(undefined, now + 10, first)).toBe(first.until);
});
