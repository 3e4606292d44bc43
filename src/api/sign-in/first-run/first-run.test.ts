import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const password = 'four words nobody guesses';
const path = '/first-run';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

/** Fills in the page as somebody does who has just opened it. */
async function fillIn(fields: Readonly<Record<string, string>>) {
  const page = await server.call(path, { token: null });
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? '';
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const given = { token: server.adminToken, handle: 'Ada', email: 'ada@example.com', password, ...fields };
  return server.call(path, {
    method: 'POST',
    token: null,
    body: new URLSearchParams({ form_token, ...given }).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const signInPage = async () => (await server.call('/sign-in', { token: null })).text;

describe('The page of a new server', () => {
  it('makes the account of whoever has the administrator’s token, signs them in, and is gone then', async () => {
    expect(await signInPage()).toContain('/first-run"');
    const made = await fillIn({});
    expect([made.status, made.headers.location]).toEqual([303, expect.stringMatching(/\/$/)]);
    const cookies = [made.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
    const session = await server.call('/workspace/v1/session', {
      token: null,
      headers: { cookie: cookies.join('; ') },
    });
    expect(session.json).toMatchObject({
      user: { handle: 'Ada', email: 'ada@example.com' },
      administers_installation: true,
    });
    expect(await signInPage()).not.toContain('/first-run"');
    expect((await server.call(path, { token: null })).status).toBe(404);
  });

  it.each([
    [{ token: 'another' }, 403, 'This is not the administrator’s token.'],
    [{ password: 'short' }, 400, 'A password has at least 12 characters.'],
    [{ handle: ' ' }, 400, 'A name is missing.'],
    [{ email: 'nobody' }, 400, 'e-mail'],
  ])('says what is wrong with %j, and keeps the rest', async (fields, status, words) => {
    const answer = await fillIn(fields);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
    expect(answer.text).not.toContain(server.adminToken);
    expect(answer.text).toContain('Set up this server');
  });

  it('is shown again where another page was opened meanwhile, with what was typed but for secrets', async () => {
    const given = { form_token: 'before', token: server.adminToken, handle: 'Ada', email: 'ada@example.com' };
    const answer = await server.call(path, {
      method: 'POST',
      token: null,
      body: new URLSearchParams({ ...given, password }).toString(),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Nothing was done')]);
    for (const kept of ['value="Ada"', 'value="ada@example.com"']) expect(answer.text).toContain(kept);
    for (const secret of [server.adminToken, password]) expect(answer.text).not.toContain(secret);
  });

  it('takes no form of another page', async () => {
    const body = new URLSearchParams({
      form_token: 'x',
      token: server.adminToken,
      handle: 'Ada',
      email: 'ada@example.com',
      password,
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.call(path, { method: 'POST', token: null, body: body.toString(), headers });
    expect(answer.status).toBe(403);
  });
});
