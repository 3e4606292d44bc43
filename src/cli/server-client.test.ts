import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { connectTo, ServerRefused } from './server-client.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)));
  server = undefined;
});

async function serving(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function failure(url: string): Promise<Error> {
  const client = connectTo({ url, token: 't', trusted: undefined });
  return client
    .ask('GET /v1/me')
    .then(
      () => new Error('no failure'),
      (error) => error,
    )
    .finally(() => client.close());
}

const answering =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(body);

describe('a client of the server', () => {
  it('fills in path and query, sends the token in both headers, and keeps the path of the address', async () => {
    const url = await serving((request, response) => {
      const { headers, url: target } = request;
      const { 'x-service-token': own, 'x-figma-token': other, 'content-type': type } = headers;
      response.end(JSON.stringify({ target, own, other, type }));
    });
    const client = connectTo({ url: `${url}/behind/a/proxy`, token: 't', trusted: undefined });
    const answer = await client.ask('DELETE /v1/files/{file_key}/comments/{comment_id}/reactions', {
      path: { file_key: 'a/b', comment_id: '1' },
      query: { emoji: ':eyes:&' },
    });
    expect(answer).toEqual({
      target: '/behind/a/proxy/v1/files/a%2Fb/comments/1/reactions?emoji=%3Aeyes%3A%26',
      own: 't',
      other: 't',
    });
    await client.close();
  });

  it('sends JSON with its type, and nothing of what was left out', async () => {
    const url = await serving(async (request, response) => {
      const { 'content-type': type } = request.headers;
      response.end(JSON.stringify({ type, body: JSON.parse(await text(request)) }));
    });
    const client = connectTo({ url, token: 't', trusted: undefined });
    const body = { name: 'Web', organization: undefined };
    expect(await client.ask('POST /workspace/v1/teams', { body })).toEqual({
      type: 'application/json',
      body: { name: 'Web' },
    });
    await client.close();
  });

  it.each([
    ['{"status":403,"err":"Invalid token","message":"Invalid token","error":true}', 'Invalid token.'],
    ['{"err":"Only HTTPS is supported"}', /^Only HTTPS is supported\. .* begin with https:\/\/\.$/],
    [
      '{"err":"Invalid scope: this endpoint needs webhooks:read"}',
      /webhooks:read\. Make another .*token create/,
    ],
    ['{"err":"Older shape."}', 'Older shape.'],
    ['<html>', /^http:\S+ answered 403\.$/],
    ['', /answered 403\.$/],
    ['[]', /answered 403\.$/],
    ['null', /answered 403\.$/],
  ])('turns the error body %s into a sentence', async (body, sentence) => {
    const error = await failure(await serving(answering(403, body)));
    expect(error).toBeInstanceOf(ServerRefused);
    expect(error).toMatchObject({ status: 403, message: expect.stringMatching(sentence) });
  });

  it('does not follow a redirect, which would carry the token along', async () => {
    const url = await serving(
      (_request, response) => void response.writeHead(302, { Location: '/other' }).end(),
    );
    expect((await failure(url)).message).toBe(`${url} answered 302.`);
  });

  it.each([
    ['nobody listens', 'https://127.0.0.1:1', 'No Vitrine server answers at https://127.0.0.1:1.'],
    [
      'the name is unknown',
      'https://nowhere.invalid',
      'No Vitrine server answers at https://nowhere.invalid.',
    ],
  ])('says that %s', async (_title, url, sentence) => {
    expect((await failure(url)).message).toContain(sentence);
  });

  it('says that what answers does not speak HTTPS', async () => {
    const url = (await serving(answering(200, '{}'))).replace('http:', 'https:');
    expect((await failure(url)).message).toBe(`What answers at ${url} does not speak HTTPS.`);
  });

  it('says that the connection broke in the middle of an answer', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await failure(url)).message).toContain(`The connection to ${url} broke`);
  });
});
