import { expect, it } from 'vitest';
import { retryTime } from './retry-after.ts';

const now = Date.parse('2026-01-02T03:04:05Z');

it.each([
  ['in seconds', '30', 30],
  ['of five days', '396749', 396_749],
  ['as a date', 'Fri, 02 Jan 2026 04:04:05 GMT', 3600],
  ['as a date that is past', 'Fri, 02 Jan 2026 01:04:05 GMT', 1],
  ['of no time', '0', 1],
  ['that is missing', undefined, 60],
  ['that says nothing', 'soon', 60],
  ['that is negative', '-5', 1],
  ['of a thousand years', '31557600000', 40 * 86_400],
])('A refusal with a Retry-After %s is kept', (_form, header, seconds) => {
  expect(retryTime(header, now)).toBe(now + seconds * 1000);
});
