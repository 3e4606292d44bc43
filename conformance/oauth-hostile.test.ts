import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from './harness/browser.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { basic, callback, type OauthWorld, oauthWorld, password, secret } from './harness/oauth.ts';

const cookieName = '__Host-vitrine-session';
const form = 'application/x-www-form-urlencoded';

onEachEngine('An attacker', (engine) => {
  let oauth: OauthWorld;
  let bob: Browser;
  const cookieOf = (browser: Browser) => ({ cookie: `${cookieName}=${browser.cookies.get(cookieName)}` });

  beforeAll(async () => {
    oauth = await oauthWorld(engine);
    bob = openBrowser(engine);
    await oauth.visit('bob', '/sign-in', bob);
  });

  describe('from another page', () => {
    const contentTypes = [
      undefined,
      'application/json',
      'text/plain',
      form,
      'multipart/form-data; boundary=x',
    ];

    it('writes nothing with the cookie of a person, whatever the operation and the type of the body', async () => {
      const { paths } = (await oauth.call('GET', '/openapi.json')).json as {
        paths: Record<string, Record<string, object>>;
      };
      const writes = Object.entries(paths)
        .filter(([path]) => path.startsWith('/workspace/'))
        .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path]))
        .filter(([method = '']) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
      expect(writes.length).toBeGreaterThan(40);
      for (const [method = '', path = ''] of writes) {
        const address = path.replaceAll(/\{\w+\}/g, '1');
        for (const type of contentTypes) {
          const headers = { ...cookieOf(bob), ...(type === undefined ? {} : { 'content-type': type }) };
          const body = method === 'DELETE' || type === undefined ? {} : { body: '{}' };
          const { status, text } = await oauth.call(method, address, { headers, ...body });
          expect([method, path, type, status, text]).toEqual([
            method,
            path,
            type,
            403,
            expect.stringContaining('X-Vitrine-CSRF'),
          ]);
        }
      }
    });

    it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json'])(
      'cannot send a form of the type %s',
      async (type) => {
        const { csrf_token } = (await bob.get('/workspace/v1/session')).json;
        const fields = { form_token: csrf_token, decision: 'allow', email: oauth.emailOf('bob'), password };
        const body = type.startsWith('text')
          ? new URLSearchParams(fields).toString()
          : JSON.stringify(fields);
        for (const path of [oauth.page(), '/sign-in', '/sign-out']) {
          const answer = await bob.post(path, body, { 'content-type': type });
          expect([path, answer.status >= 400 && answer.status < 500, answer.headers.location]).toEqual([
            path,
            true,
            undefined,
          ]);
        }
        expect((await bob.get('/workspace/v1/session')).status).toBe(200);
      },
    );
  });

  it('gets nothing by a cookie that is sent in plain HTTP', async () => {
    const { hostname, port } = new URL(engine.url);
    for (const path of ['/workspace/v1/session', oauth.page(), '/sign-in']) {
      const status = await new Promise((resolve, reject) => {
        const outgoing = request({ hostname, port, path, headers: cookieOf(bob) }, (answer) => {
          answer.resume();
          resolve([answer.statusCode, answer.headers['set-cookie'], answer.headers.location]);
        });
        outgoing.once('error', reject).end();
      });
      expect(status).toEqual([403, undefined, undefined]);
    }
  });

  it('gets no more guesses by claiming another address', async () => {
    const browser = openBrowser(engine);
    const page = await browser.get('/sign-in');
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const email = `${randomUUID()}@example.com`;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const from = `203.0.113.${count}`;
      const answer = await browser.post(
        '/sign-in',
        { form_token: token, email, password: 'guess' },
        { 'x-forwarded-for': from, forwarded: `for=${from}`, 'x-real-ip': from, 'client-ip': from },
      );
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  describe('at the token endpoints', () => {
    const parameters = [
      'grant_type',
      'code',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'client_id',
      'client_secret',
    ];
    const values: [string, string][] = [
      ['empty', ''],
      ['of 64 KiB', 'x'.repeat(65_536)],
      ['with control characters', 'a\u0001\r\nSet-Cookie: a=b\u007f'],
      ['with NUL', 'a\u0000b'],
      ['that is no UTF-8', '%ff%fe'],
      ['of half a character', '%ed%a0%80'],
    ];
    const good = (): Record<string, string> => ({
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: callback,
      refresh_token: 'x',
      code_verifier: 'v'.repeat(43),
    });
    const isRefused = (answer: Answer) => {
      expect(answer.text).not.toContain('access_token');
      expect([400, 401]).toContain(answer.status);
      expect(answer.json.error).toMatch(/^(invalid_(request|client|grant)|unsupported_grant_type)$/);
      expect([answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
        'no-store',
        undefined,
      ]);
    };
    const send = (path: string, body: string) =>
      oauth.call('POST', path, {
        headers: { authorization: basic(oauth.world.id('app'), secret), 'content-type': form },
        body,
      });

    it.each(parameters)('gets no token and no server error by any %s', async (name) => {
      for (const path of ['/v1/oauth/token', '/v1/oauth/refresh']) {
        for (const [, value] of values) {
          const fields = Object.entries({ ...good(), [name]: value });
          const text = fields
            .map(([key, one]) => `${key}=${one.startsWith('%') ? one : encodeURIComponent(one)}`)
            .join('&');
          isRefused(await send(path, text));
          isRefused(await send(`${path}?${text}`, ''));
        }
        const { [name]: _left, ...others } = good();
        isRefused(await send(path, new URLSearchParams(others).toString()));
        const doubled = `${new URLSearchParams({ ...good(), [name]: 'x' })}&${name}=x`;
        isRefused(await send(path, doubled));
        isRefused(await send(`${path}?${doubled}`, ''));
        isRefused(await send(`${path}?${name}=y`, `${new URLSearchParams({ ...good(), [name]: 'x' })}`));
      }
    });

    it.each([
      ['nothing', ''],
      ['another scheme', 'Bearer x'],
      ['no Base64', 'Basic ***'],
      ['NUL in the id', basic('a\u0000b', 'c')],
      ['NUL in the id, escaped', basic('a%00b', 'c')],
      ['NUL in the secret', basic('app', 'a\u0000b')],
      ['control characters', basic('a\r\nb\u0001', 'c\u007f')],
      ['no colon', `Basic ${Buffer.from('app').toString('base64')}`],
      ['no UTF-8', `Basic ${Buffer.from([97, 255, 254, 58, 99]).toString('base64')}`],
      ['half a character', basic('%ed%a0%80', '%')],
      ['8 KiB', basic('x'.repeat(4096), 'y'.repeat(2048))],
    ])('is not taken for an app with credentials of %s', async (_title, authorization) => {
      const headers = { authorization, 'content-type': form };
      const body = new URLSearchParams(good()).toString();
      isRefused(await oauth.call('POST', '/v1/oauth/token', { headers, body }));
    });

    it('breaks no sign-in by an app hidden in the "next" address', async () => {
      const world = await oauthWorld(engine);
      const body = { email: world.emailOf('bob'), handle: 'Second Bob', password };
      const elsewhere = `/workspace/v1/organizations/${world.world.id('901')}/users`;
      expect((await world.own('dan', 'POST', elsewhere, body)).status).toBe(200);
      const browser = openBrowser(engine);
      const page = await browser.get(`/sign-in?${new URLSearchParams({ next: '/oauth?client_id=%00' })}`);
      expect(page.status).toBe(200);
      const answer = await browser.submit(page, 'Sign in', { email: body.email, password });
      expect(answer.text).toContain('<legend>Organization</legend>');
    });

    it('cannot inject a line into an answer', async () => {
      const injected = '\r\nSet-Cookie: a=b\r\n\r\n<script>';
      for (const parameters of [
        { state: injected },
        { redirect_uri: callback + injected },
        { scope: injected },
      ]) {
        const page = await bob.get(oauth.page(parameters));
        expect(page.headers['set-cookie']).toBeUndefined();
        expect(page.text).not.toContain('<script>');
        if (page.status !== 200) continue;
        const { headers } = await bob.submit(page, 'Allow');
        expect(headers['set-cookie']).toBeUndefined();
        expect(new URL(String(headers.location)).searchParams.get('state')).toBe(injected);
      }
    });
  });
});
