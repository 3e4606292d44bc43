import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { failureOfAnswer, failureOfDownload } from './failed-answer.ts';

const answer = (status: number, text = '', type = 'application/json') => ({
  status,
  headers: { 'content-type': type },
  body: Readable.from([Buffer.from(text)]),
});

describe('the sentence of an answer that is not the one asked for', () => {
  test('shows none of the secrets that the call was made with, though the upstream repeats them', async () => {
    const err = 'Not for key-1 by key-1 of c2VjcmV0.';
    const failure = await failureOfAnswer(answer(403, JSON.stringify({ err })), ['key-1', 'c2VjcmV0']);
    expect(failure?.message).toBe('The token may not read this there: Not for *** by *** of ***.');
  });

  test('shows no secret that stands at the end of what is shown of a long text', async () => {
    const err = `${'x'.repeat(197)}key-1`;
    const failure = await failureOfAnswer(answer(500, JSON.stringify({ err })), ['key-1']);
    expect(failure?.message).toBe(`The upstream answered 500: ${'x'.repeat(197)}***.`);
  });

  test('shows no secret as the type of the answer', async () => {
    const failure = await failureOfAnswer(answer(200, '', 'text/key-1'), ['key-1']);
    expect(failure?.message).toBe('The upstream answered with text/*** instead of JSON.');
  });
});

describe('the sentence of an address that an answer gave', () => {
  test.each([401, 403, 404, 500])('says %s, nothing of a token, and not what is said there', (status) => {
    const failure = failureOfDownload(answer(status, '{"err":"Inside"}'));
    expect(failure?.message).toBe(`An address that the upstream gave answered ${status}.`);
    expect(failure?.kind).not.toMatch(/token|forbidden/);
  });

  test('says that it leads elsewhere', () => {
    expect(failureOfDownload(answer(302))?.message).toMatch(/leads to another one, which is not followed/);
  });
});
