import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { Server } from './server.ts';

/** Calls a server as who administers it. */
export const asAdministrator = (
  server: Server,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> =>
  server.call(method, path, { token: server.adminToken, ...(body === undefined ? {} : { body }) });

/** Makes something there, and answers what the server says of it. */
export async function madeByAdministrator(
  server: Server,
  path: string,
  body: object,
): Promise<Answer['json']> {
  const { status, text, json } = await asAdministrator(server, 'POST', path, body);
  expect([status, text]).toEqual([200, text]);
  return json;
}
