import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { app, basic, callback, expectRefusal, type OauthWorld, oauthWorld, secret } from './harness/oauth.ts';

const otherCallback = 'https://app.example/other?a=1&b=%20%26';
const token = '/v1/oauth/token';
const refreshPath = '/v1/oauth/refresh';

onEachEngine('Authorization codes', (engine) => {
  let oauth: OauthWorld;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const clientId = (name = 'app') => oauth.world.id(name);
  const verified = () => {
    const code_verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    return { code_verifier, code_challenge };
  };
  const works = async (value: string) => (await oauth.asApp(value)).status === 200;

  beforeAll(async () => {
    oauth = await oauthWorld(engine, [
      app('app', { redirect_urls: [callback, otherCallback] }),
      app('other', { client_secret: 'other-secret' }),
    ]);
  });

  describe('are exchanged', () => {
    it('[OAUTH-42, OAUTH-50, OAUTH-51, OAUTH-52, OAUTH-53, OAUTH-54] for tokens', async () => {
      const answer = await oauth.exchange(await oauth.code('bob'));
      expect(answer.status).toBe(200);
      const { access_token, token_type, expires_in, refresh_token, user_id_string } = answer.json;
      expect([token_type, expires_in, user_id_string]).toEqual(['bearer', 7_776_000, oauth.world.id('12')]);
      expect([typeof access_token, typeof refresh_token]).toEqual(['string', 'string']);
      expect(refresh_token).not.toBe('');
      expect(answer.headers['cache-control']).toBe('no-store');
      const me = await oauth.asApp(access_token);
      expect([me.status, me.json.id]).toEqual([200, user_id_string]);
    });

    it('[OAUTH-55, OAUTH-56, VER-06] for tokens with a user id that may exceed exact numbers', async () => {
      const { json } = await oauth.exchange(await oauth.code('alice'));
      expect(json.user_id_string).toMatch(/^\d{17,}$/);
      // A number that is not exact would be the id of somebody else.
      expect(json.user_id).toBeUndefined();
    });

    it('[OAUTH-07, OAUTH-44] by the app that has the secret, and by nobody else', async () => {
      for (const clientSecret of ['', 'wrong', 'other-secret', `${secret} `]) {
        expectRefusal(await oauth.exchange(await oauth.code('bob'), {}, { clientSecret }), 'invalid_client');
      }
      const code = await oauth.code('bob');
      const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: callback, code });
      expectRefusal(await oauth.call('POST', token, { headers: form, body: `${body}` }), 'invalid_client');
      expect((await oauth.exchange(await oauth.code('bob'))).status).toBe(200);
    });

    it('[OAUTH-10] not with a redirect address that is not registered', async () => {
      const redirect_uri = 'https://evil.example/callback';
      expectRefusal(await oauth.exchange(await oauth.code('bob'), { redirect_uri }), 'invalid_grant');
    });

    it('[OAUTH-45, OAUTH-43] only with the redirect address of the authorization page', async () => {
      const asOther = await oauth.code('bob', { redirect_uri: otherCallback });
      expectRefusal(await oauth.exchange(asOther), 'invalid_grant');
      const again = await oauth.code('bob', { redirect_uri: otherCallback });
      expect((await oauth.exchange(again, { redirect_uri: otherCallback })).status).toBe(200);
    });

    it.each([
      ['without a type', { grant_type: '' }, 'invalid_request'],
      ['of an unknown type', { grant_type: 'password' }, 'unsupported_grant_type'],
      ['without a redirect address', { redirect_uri: '' }, 'invalid_request'],
    ])('[OAUTH-46] not %s', async (_title, more, error) => {
      expectRefusal(await oauth.exchange(await oauth.code('bob'), more), error);
    });

    it('[OAUTH-47] made with a challenge only with its verifier', async () => {
      const { code_challenge, code_verifier } = verified();
      const wrong = [
        {},
        { code_verifier: verified().code_verifier },
        { code_verifier: code_challenge },
        { code_verifier: 'short' },
      ];
      for (const more of wrong) {
        expectRefusal(
          await oauth.exchange(await oauth.code('bob', { code_challenge }), more),
          'invalid_grant',
        );
      }
      const code = await oauth.code('bob', { code_challenge });
      expect((await oauth.exchange(code, { code_verifier })).status).toBe(200);
    });

    it('made without a challenge not with a verifier', async () => {
      const { code_verifier } = verified();
      expectRefusal(await oauth.exchange(await oauth.code('bob'), { code_verifier }), 'invalid_grant');
    });

    it('[OAUTH-43] in a form and not in JSON', async () => {
      const code = await oauth.code('bob');
      const body = { grant_type: 'authorization_code', redirect_uri: callback, code };
      const headers = { authorization: basic(clientId(), secret) };
      expectRefusal(await oauth.call('POST', token, { headers, body }), 'invalid_request');
      const plain = await oauth.call('POST', token, {
        headers: { ...headers, 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(plain.status).toBe(400);
      expect((await oauth.exchange(code)).status).toBe(200);
    });

    it('[OAUTH-49] or refused, with no token in the answer', async () => {
      const answer = await oauth.exchange('nonsense');
      expectRefusal(answer, 'invalid_grant');
      expect(answer.text).not.toContain('token"');
    });

    it('with parameters in the query and an empty form', async () => {
      const query = new URLSearchParams({
        client_id: clientId(),
        client_secret: secret,
        grant_type: 'authorization_code',
        redirect_uri: otherCallback,
        code: await oauth.code('bob', { redirect_uri: otherCallback }),
      });
      const answer = await oauth.call('POST', `${token}?${query}`, { headers: form, body: '' });
      expect(answer.status).toBe(200);
      const refresh = new URLSearchParams({
        client_id: clientId(),
        client_secret: secret,
        refresh_token: answer.json.refresh_token,
      });
      expect((await oauth.call('POST', `${refreshPath}?${refresh}`)).status).toBe(200);
    });

    it('with the credentials in the form', async () => {
      const code = await oauth.code('bob');
      const given = { client_id: clientId(), client_secret: secret, redirect_uri: callback };
      const body = new URLSearchParams({ ...given, grant_type: 'authorization_code', code }).toString();
      expect((await oauth.call('POST', token, { headers: form, body })).status).toBe(200);
    });

    it.each([
      ['client_id', 'nobody'],
      ['client_secret', 'wrong'],
    ])('not with a %s that differs from the header’s', async (name, value) => {
      expectRefusal(await oauth.exchange(await oauth.code('bob'), { [name]: value }), 'invalid_request');
      const same = name === 'client_id' ? clientId() : secret;
      expect((await oauth.exchange(await oauth.code('bob'), { [name]: same })).status).toBe(200);
    });
  });

  describe('a code', () => {
    it('is void after an attempt that fails', async () => {
      const tries: ((code: string) => Promise<Answer>)[] = [
        (code) => oauth.exchange(code, { redirect_uri: otherCallback }),
        (code) => oauth.exchange(code, { code_verifier: verified().code_verifier }),
      ];
      for (const fail of tries) {
        const code = await oauth.code('bob');
        expect((await fail(code)).status).toBeGreaterThanOrEqual(400);
        expectRefusal(await oauth.exchange(code), 'invalid_grant');
      }
    });

    it('is not voided by an attempt of somebody who is not its app', async () => {
      const body = (code: string) =>
        new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: callback, code }).toString();
      const others: ((code: string) => Promise<Answer>)[] = [
        (code) => oauth.exchange(code, {}, { clientSecret: 'wrong' }),
        (code) => oauth.exchange(code, {}, { clientId: 'nobody' }),
        (code) => oauth.exchange(code, {}, { clientId: 'other', clientSecret: 'other-secret' }),
        (code) => oauth.call('POST', token, { headers: form, body: body(code) }),
      ];
      for (const tryAs of others) {
        const code = await oauth.code('bob');
        expect((await tryAs(code)).status).toBe(400);
        const { status, json } = await oauth.exchange(code);
        expect(status).toBe(200);
        expect((await tryAs(code)).status).toBe(400);
        expect(await works(json.access_token)).toBe(true);
        expect((await oauth.refresh(json.refresh_token)).status).toBe(200);
      }
    });

    it('is void once the person revokes what they allowed the app', async () => {
      const takeBack = () => oauth.own('bob', 'DELETE', `/workspace/v1/me/apps/${clientId()}`);
      for (const had of [async () => undefined, () => oauth.tokens('bob')]) {
        await had();
        const code = await oauth.code('bob');
        expect((await takeBack()).status).toBe(200);
        expectRefusal(await oauth.exchange(code), 'invalid_grant');
        expect((await takeBack()).status).toBe(404);
      }
    });

    it('that is used twice revokes the tokens that were given for it', async () => {
      const code = await oauth.code('bob');
      const { json } = await oauth.exchange(code);
      expect(await works(json.access_token)).toBe(true);
      expectRefusal(await oauth.exchange(code), 'invalid_grant');
      expect(await works(json.access_token)).toBe(false);
      expectRefusal(await oauth.refresh(json.refresh_token), 'invalid_grant');
    });

    it('that is sent twice by somebody without the secret revokes nothing', async () => {
      const code = await oauth.code('bob');
      const { json } = await oauth.exchange(code);
      expectRefusal(await oauth.exchange(code, {}, { clientSecret: 'wrong' }), 'invalid_client');
      expect(await works(json.access_token)).toBe(true);
    });

    it('that an earlier flow used does not revoke the tokens of a later one', async () => {
      const code = await oauth.code('bob');
      await oauth.exchange(code);
      const later = await oauth.tokens('bob');
      expectRefusal(await oauth.exchange(code), 'invalid_grant');
      expect(await works(later.access_token)).toBe(true);
    });

    it('that is exchanged twice at the same instant gives tokens once, which are revoked', async () => {
      const code = await oauth.code('erin');
      const answers = await Promise.all([oauth.exchange(code), oauth.exchange(code)]);
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await works(won[0]?.json.access_token)).toBe(false);
      expectRefusal(await oauth.refresh(won[0]?.json.refresh_token), 'invalid_grant');
    });

    it('of one app is refused to another', async () => {
      const code = await oauth.code('bob');
      const stolen = await oauth.exchange(code, {}, { clientId: 'other', clientSecret: 'other-secret' });
      expectRefusal(stolen, 'invalid_grant');
    });
  });
});
