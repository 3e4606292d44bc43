import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { expect, it } from 'vitest';
import { openBrowserSession } from '../testing/browser-session.ts';
import {
  type Actor,
  castWorkspace,
  files,
  organizations,
  people,
  scopes,
  smallDesign,
  tokens,
} from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** A request whose head and half of whose body were sent. */
interface Begun {
  /** Sends the rest. */
  finish(): Promise<Answered>;
}

const tokenEnded = /^Invalid token: it ended while this request was on its way\.$/;
const sessionEnded = /^Your session ended while this request was on its way; sign in again\.$/;
const standingChanged = /^What you may do here changed while this request was on its way; send it again\.$/;

onServersOfBothEngines('A request of which half has come', castWorkspace(), ({ play, server }) => {
  type Headers = Readonly<Record<string, string>>;

  function beginOverHttp1(line: string, body: Buffer, headers: Headers): Begun {
    const [method, path] = line.split(' ') as [string, string];
    const { url, caPath } = server();
    const sent = request(url + path, {
      method,
      ca: readFileSync(caPath as string),
      agent: false,
      headers: { ...headers, 'content-length': body.length },
    });
    const answered = new Promise<Answered>((resolve, reject) => {
      sent.once('error', reject).once('response', async (answer) => {
        const text = Buffer.concat((await Array.fromAsync(answer)) as Buffer[]).toString();
        resolve({ status: answer.statusCode ?? 0, text });
      });
    });
    const half = body.length >> 1;
    sent.write(body.subarray(0, half));
    return {
      finish: () => {
        sent.end(body.subarray(half));
        return answered;
      },
    };
  }

  function beginOverHttp2(line: string, body: Buffer, headers: Headers): Begun {
    const [method, path] = line.split(' ') as [string, string];
    const { url, caPath } = server();
    const session = connect(url, { ca: readFileSync(caPath as string) });
    const stream = session.request({ ':method': method, ':path': path, ...headers });
    const half = body.length >> 1;
    stream.write(body.subarray(0, half));
    const answered = new Promise<Answered>((resolve, reject) => {
      stream.once('error', reject).once('response', async (head: IncomingHttpHeaders) => {
        const text = Buffer.concat((await Array.fromAsync(stream)) as Buffer[]).toString();
        session.close();
        resolve({ status: Number((head as Record<string, unknown>)[':status']), text });
      });
    });
    return {
      finish: () => {
        stream.end(body.subarray(half));
        return answered;
      },
    };
  }

  /** Begins it, and goes on once the server has identified the caller. */
  async function begin(
    line: string,
    body: unknown,
    headers: Headers,
    over: typeof beginOverHttp1 = beginOverHttp1,
  ): Promise<Begun> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const type: Headers = Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' };
    const begun = over(line, bytes, { ...type, ...headers });
    // The head was sent before these are.
    for (let call = 0; call < 10; call += 1) await play('dan', 'GET /v1/me');
    return begun;
  }

  const by = (token: string): Headers => ({ 'x-service-token': token });
  const sentenceOf = ({ text }: Answered): string => JSON.parse(text).err;

  async function newToken(
    who: Actor,
    held: readonly string[] = scopes,
  ): Promise<{ id: string; token: string }> {
    const wish = { name: 'Stolen', scopes: held };
    const { status, json } = await play(who, 'POST /workspace/v1/me/tokens', wish);
    expect(status).toBe(200);
    return { id: json.id, token: json.token };
  }

  const namesOf = async (who: Actor): Promise<string[]> =>
    (await play(who, 'GET /workspace/v1/me/tokens')).json.tokens.map(({ name }: { name: string }) => name);

  const versionsOf = async (): Promise<number> =>
    (await play('alice', `GET /v1/files/${files.open}/versions`)).json.versions.length;

  const wished = { name: 'Made on the way', scopes: ['workspace:read'] };

  it.each([
    ['HTTP/1.1', beginOverHttp1],
    ['HTTP/2', beginOverHttp2],
  ])('is done over %s where nothing ended meanwhile', async (_version, over) => {
    const begun = await begin('POST /workspace/v1/me/tokens', wished, by(tokens.carla), over);
    expect((await begun.finish()).status).toBe(200);
    expect(await namesOf('carla')).toContain('Made on the way');
  });

  it.each([
    ['HTTP/1.1', beginOverHttp1],
    ['HTTP/2', beginOverHttp2],
  ])('over %s makes no token once its own was revoked', async (_version, over) => {
    const { id, token } = await newToken('bob');
    const begun = await begin('POST /workspace/v1/me/tokens', wished, by(token), over);
    expect((await play('bob', `DELETE /workspace/v1/me/tokens/${id}`)).status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, sentenceOf(answer)]).toEqual([403, expect.stringMatching(tokenEnded)]);
    expect(await namesOf('bob')).not.toContain('Made on the way');
  });

  it('stores no design once its token was revoked', async () => {
    const before = await versionsOf();
    const { id, token } = await newToken('bob');
    const design = Buffer.from(JSON.stringify(smallDesign('Pushed on the way')));
    const path = `PUT /workspace/v1/files/${files.open}/content`;
    const begun = await begin(path, design, { ...by(token), 'content-type': 'application/json' });
    expect((await play('bob', `DELETE /workspace/v1/me/tokens/${id}`)).status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, sentenceOf(answer)]).toEqual([403, expect.stringMatching(tokenEnded)]);
    expect(await versionsOf()).toBe(before);
  });

  it('changes no variables once its token was revoked', async () => {
    const { id, token } = await newToken('admin', ['file_variables:write']);
    const collection = { action: 'CREATE', id: 'made', name: 'Made on the way', initialModeId: 'mode' };
    const begun = await begin(
      `POST /v1/files/${files.open}/variables`,
      { variableCollections: [collection] },
      by(token),
    );
    expect((await play('admin', `DELETE /workspace/v1/me/tokens/${id}`)).status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, JSON.parse(answer.text).message]).toEqual([
      403,
      expect.stringMatching(tokenEnded),
    ]);
    const { json } = await play('alice', `GET /v1/files/${files.open}/variables/local`);
    expect(json.meta.variableCollections).toEqual({});
  });

  it('makes no token once its session was signed out', async () => {
    const session = await openBrowserSession(server(), people.bob);
    const begun = await begin('POST /workspace/v1/me/tokens', wished, session);
    const ended = await server().call('/workspace/v1/session', {
      method: 'DELETE',
      token: null,
      headers: session,
    });
    expect(ended.status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, sentenceOf(answer)]).toEqual([403, expect.stringMatching(sessionEnded)]);
    expect(await namesOf('bob')).not.toContain('Made on the way');
  });

  const rolePath = (who: keyof typeof people) =>
    `PUT /workspace/v1/organizations/${organizations.acme}/users/${people[who]}`;

  it('gives no role back that was taken away meanwhile', async () => {
    expect((await play('alice', rolePath('bob'), { role: 'admin' })).status).toBe(200);
    const begun = await begin(rolePath('bob'), { role: 'admin' }, by(tokens.bob));
    expect((await play('alice', rolePath('bob'), { role: 'member' })).status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, sentenceOf(answer)]).toEqual([403, expect.stringMatching(standingChanged)]);
    const { json } = await play('alice', `GET /workspace/v1/organizations/${organizations.acme}/users`);
    expect(json.users.find(({ id }: { id: string }) => id === people.bob).role).toBe('member');
  });

  it('restores no backup once the administrator’s token was replaced', async () => {
    const { bytes } = await server().call('/workspace/v1/backup');
    const token = server().adminToken;
    const begun = await begin('PUT /workspace/v1/backup', bytes, by(token));
    const replaced = await play('admin', 'POST /workspace/v1/administrator-token');
    expect(replaced.status).toBe(200);
    const now: Actor = { token: replaced.json.token };
    const name = 'Made since the backup';
    const made = await play(now, 'POST /workspace/v1/teams', {
      name,
      organization: organizations.acme,
    });
    expect(made.status).toBe(200);
    const answer = await begun.finish();
    expect([answer.status, sentenceOf(answer)]).toEqual([403, expect.stringMatching(tokenEnded)]);
    const { json } = await play(now, 'GET /workspace/v1/teams');
    expect(json.teams.map((team: { name: string }) => team.name)).toContain(name);
  });
});
