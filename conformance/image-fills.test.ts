import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import { clientOf } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, missingImageRef, pixelPng } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

onEachEngine('Image fills', (engine) => {
  let world: World;
  let fills: string;
  const plain = clientOf(engine);
  const fetchPath = (url: string) => plain('GET', url.slice(engine.url.length));

  beforeAll(async () => {
    world = await createWorld(
      engine,
      cast({
        files: [fileOf('main', exampleFile, { images: { [imageRef]: pixelPng.toString('base64') } })],
        tokens: {
          alice: [
            { name: 'content', token: 'content-only', scopes: ['file_content:read'] },
            { name: 'meta', token: 'meta-only', scopes: ['file_metadata:read'] },
          ],
        },
      }),
    );
    fills = `/v1/files/${world.id('main')}/images`;
  });

  it('[FILL-01] answers 200 to the scope file_content:read and 403 to another', async () => {
    expect((await world.get(fills, 'content-only')).status).toBe(200);
    expectError(await world.get(fills, 'meta-only'), 403, /Invalid scope/);
  });

  it('[FILL-02, H3] has an address for every image of the file, in both places', async () => {
    const { json } = await world.get(fills);
    expect(Object.keys(json).sort()).toEqual(['error', 'images', 'meta', 'status']);
    expect(json).toMatchObject({ error: false, status: 200, meta: { images: json.images } });
    expect(Object.keys(json.images)).toEqual([imageRef]);
    expect(json.images[imageRef].startsWith(`${engine.url}/`)).toBe(true);
  });

  it('[FILL-02] has an address for an image whose bytes are uploaded later', async () => {
    const ref = missingImageRef;
    const path = `/workspace/v1/files/${world.id('main')}/image-fills/${ref}`;
    const headers = { 'content-type': 'image/jpeg' };
    const stored = await world.call('PUT', path, { as: 'alice-push', body: pixelPng, headers });
    expect(stored.json).toMatchObject({ image_ref: ref, content_type: 'image/png', size_bytes: 70 });
    expect(Object.keys((await world.get(fills)).json.images).sort()).toEqual([imageRef, ref].sort());
    const bad = await world.call('PUT', path, { as: 'alice-push', body: '<svg onload="x()"/>', headers });
    expectError(bad, 400, /not those of an image/);
  });

  it('[FILL-03] leads to the bytes as they were stored, without a token', async () => {
    const url = (await world.get(fills)).json.images[imageRef];
    const answer = await fetchPath(url);
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(pixelPng)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(pixelPng.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'access-control-allow-origin': '*',
    });
  });

  it('[FILL-03] leads to the bytes by no address but the signed one', async () => {
    const url = new URL((await world.get(fills)).json.images[imageRef]);
    const changed: ((copy: URL) => void)[] = [
      (copy) => copy.searchParams.delete('signature'),
      (copy) => copy.searchParams.set('signature', 'AAAA'),
      (copy) => copy.searchParams.set('expires', '99999999999'),
      (copy) => copy.searchParams.delete('expires'),
    ];
    for (const change of changed) {
      const copy = new URL(url);
      change(copy);
      const answer = await fetchPath(copy.href);
      expect([400, 403]).toContain(answer.status);
      expect(answer.json.error).toBe(true);
    }
    const other = url.href.replace(imageRef, missingImageRef);
    expectError(await fetchPath(other), 403);
  });

  it('[FILL-05] answers 403 to an unknown token, 404 for an unknown key', async () => {
    const headers = { 'x-service-token': 'nobody' };
    expectError(await world.call('GET', fills, { as: null, headers }), 403, /Invalid token/);
    expectError(await world.get('/v1/files/nothingHasThisKey/images'), 404, /not found/i);
    expectError(await world.get(fills, 'dan'), 404, /not found/i);
  });
});
