import { beforeEach, describe, expect, it } from 'vitest';
import { type Readiness, readinessOf } from './readiness.ts';

let elapsedMs: number;
let questions: number;
let answer: () => Promise<void>;
let readiness: Readiness;
beforeEach(() => {
  elapsedMs = 0;
  questions = 0;
  answer = async () => {};
  readiness = readinessOf(() => elapsedMs);
});

const start = () =>
  readiness.started(() => {
    questions += 1;
    return answer();
  });
const fail = () => Promise.reject(new Error('away'));

describe('A process is ready', () => {
  it('from its start to its stop', async () => {
    expect(await readiness.whyNot()).toBe('The server is starting.');
    start();
    expect(await readiness.whyNot()).toBeUndefined();
    readiness.stopping();
    expect(await readiness.whyNot()).toBe('The server is stopping.');
    expect(questions).toBe(1);
  });

  it('until the database has answered nothing for ten seconds', async () => {
    start();
    await readiness.whyNot();
    answer = fail;
    elapsedMs = 10_000;
    expect(await readiness.whyNot()).toBeUndefined();
    elapsedMs = 10_001;
    expect(await readiness.whyNot()).toBe('The database does not answer.');
    answer = async () => {};
    expect(await readiness.whyNot()).toBeUndefined();
  });

  it('or not, without waiting for a database that is silent, which is asked once at a time', async () => {
    start();
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = () => promise;
    const waiting = await Promise.all([readiness.whyNot(), readiness.whyNot(), readiness.whyNot()]);
    expect(waiting).toEqual(Array(3).fill('The database does not answer.'));
    expect(questions).toBe(1);
    resolve();
    expect(await readiness.whyNot()).toBeUndefined();
  });

  it('no more once its stop has begun, be it while it was asked', async () => {
    start();
    const asked = readiness.whyNot();
    readiness.stopping();
    expect(await asked).toBe('The server is stopping.');
    start();
    expect(await readiness.whyNot()).toBe('The server is stopping.');
  });
});
