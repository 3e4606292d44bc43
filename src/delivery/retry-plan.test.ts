import { describe, expect, it } from 'vitest';
import { isSuccess, nextAttempt } from './retry-plan.ts';

const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);

describe('the retry plan', () => {
  it.each([
    [1, '10:00:00', '10:05:00'],
    [2, '10:05:09', '10:35:09'],
    [3, '10:35:39', '13:35:39'],
  ])('retries after failure %i at %s, at %s', (attemptsMade, failedAt, next) => {
    expect(nextAttempt(attemptsMade, at(failedAt))).toBe(at(next));
  });

  it.each([0, 4, 5, 100])('has no retry after %i attempts', (attemptsMade) => {
    expect(nextAttempt(attemptsMade, at('10:00:00'))).toBeUndefined();
  });

  it('counts 200 alone as success', () => {
    const statuses = [100, 199, 201, 202, 204, 206, 299, 301, 302, 304, 400, 410, 500, 503];
    expect([isSuccess(200), ...statuses.map(isSuccess)]).toEqual([true, ...statuses.map(() => false)]);
  });
});
