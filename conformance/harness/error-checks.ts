import { expect } from 'vitest';
import type { Answer } from './client.ts';

export const jsonType = 'application/json; charset=utf-8';

/** An error with the body that every error has; `words` stand in its sentence. @see ruling H5, ERR-01 */
export function expectError(answer: Answer, status: number, ...words: readonly (string | RegExp)[]): void {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers['content-type']).toBe(jsonType);
  const body = answer.json;
  expect(Object.keys(body).sort()).toEqual(['err', 'error', 'message', 'status']);
  expect(body).toMatchObject({ status, error: true, err: expect.any(String), message: body.err });
  for (const word of words) expect(body.err).toMatch(word);
}

/** What a caller can tell two answers apart by: everything but the request's id and the date. */
export function tellable({ status, headers, bytes }: Answer): object {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, headers: rest, body: bytes.toString('latin1') };
}
