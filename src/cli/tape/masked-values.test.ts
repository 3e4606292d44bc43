import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endOfWindow, maskedBytes } from './masked-bytes.ts';
import { maskedValues } from './masked-values.ts';
import { isSecretHeader, mask, secretsOf } from './secrets.ts';
import { createTape } from './tape-writer.ts';

async function masked(
  text: string | Uint8Array,
  secrets: readonly string[],
  chunkBytes: number,
): Promise<string> {
  const known = secretsOf();
  for (const secret of secrets) known.learn(secret);
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      yield bytes.subarray(start, start + chunkBytes);
  }
  let done = '';
  for await (const piece of maskedValues(chunks(), known.maskedByValue)) done += piece;
  return done;
}

it('masks values and never names, wherever the pieces end', async () => {
  const har = {
    mimeType: 'mimeType',
    list: ['postData', 'Grüße 🎨 "postData"\n\\'],
    postData: { text: 'a' },
    number: 12345678,
  };
  const expected = {
    mimeType: mask,
    list: [mask, `Grüße 🎨 "${mask}"\n\\`],
    postData: { text: 'a' },
    number: 12345678,
  };
  for (const text of [JSON.stringify(har), JSON.stringify(har, null, 2)])
    for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 1) {
      const done = await masked(text, ['mimeType', 'postData', '12345678'], chunkBytes);
      expect([chunkBytes, JSON.parse(done)]).toEqual([chunkBytes, expected]);
    }
});

it('takes no letter of an escape for one of a secret', async () => {
  const text = JSON.stringify({ text: 'line\nabcdefgh and nabcdefgh', odd: '\u0007bcdefgh' });
  const escaped = text.replace('\u0007', '\\u0007');
  for (let chunkBytes = 1; chunkBytes < 12; chunkBytes += 1)
    expect(JSON.parse(await masked(escaped, ['nabcdefgh', '0007bcdefgh'], chunkBytes))).toEqual({
      text: `line\nabcdefgh and ${mask}`,
      odd: '\u0007bcdefgh',
    });
});

it('masks within texts that are longer than what is looked at once, and what a cut file holds', async () => {
  const secret = 'zq-secret-0123';
  const piece = `{"a":"${'x'.repeat(3000)}","b":"${secret}"},`;
  const text = JSON.stringify({ text: piece.repeat(200), secret });
  const done = await masked(text, [secret], 4096);
  expect(JSON.parse(done)).toEqual({ text: piece.repeat(200).replaceAll(secret, mask), secret: mask });
  const cut = await masked(text.slice(0, -20), [secret], 4096);
  expect([cut.includes(secret), cut.startsWith('{"text":"{')]).toEqual([false, true]);
});

it('gives on all that a file holds which is cut anywhere, masked as far as secrets are whole', async () => {
  const whole = Buffer.from('{"a":["Grüße 🎨 zq-secret-0123",1],"text":"zq-secret-0123 zq-secret-0123"}');
  for (let bytes = 1; bytes <= whole.length; bytes += 1)
    for (const chunkBytes of [1, 7, 100]) {
      const cut = whole.subarray(0, bytes);
      const done = await masked(cut, ['zq-secret-0123'], chunkBytes);
      expect(done).toBe(cut.toString().replaceAll('zq-secret-0123', mask));
    }
});

it('masks in bytes whatever stands there, wherever the pieces end', async () => {
  const secrets = secretsOf();
  secrets.learn('zq-secret-0123');
  const said = 'a=zq-secret-0123&b=2\nzq-secret-0123 Grüße {"c":"zq-secret-0123","d":"zq-secret-0123"}\n';
  for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 1) {
    async function* chunks() {
      const bytes = Buffer.from(said);
      for (let start = 0; start < bytes.length; start += chunkBytes)
        yield bytes.subarray(start, start + chunkBytes);
    }
    const pieces: Buffer[] = [];
    for await (const piece of maskedBytes(chunks(), secrets.maskedByValue)) pieces.push(piece);
    expect(pieces.every(({ length }) => length > 0)).toBe(true);
    expect(Buffer.concat(pieces).toString()).toBe(said.replaceAll('zq-secret-0123', mask));
  }
});

it.each([
  ['{"a":"b","c":"d', 9],
  ['one\ntwo', 4],
  ['a=1&b=2&c', 7],
  ['one', 0],
  ['x'.repeat(2 ** 20), 0],
  ['x'.repeat(2 ** 20 + 1), 2 ** 20 + 1],
])('bytes are looked at up to where no secret goes on, or a megabyte of them', (text, end) => {
  expect(endOfWindow(text)).toBe(end);
});

it('A tape stays HAR where a secret that was found late is called as a property is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-masked-'));
  const path = join(folder, 'tape.har');
  const secrets = secretsOf();
  const tape = await createTape(path, secrets);
  const entry = { request: { postData: { mimeType: 'a/b', text: 'queryString' }, queryString: [] } };
  await tape.append(async function* () {
    yield JSON.stringify(entry);
  });
  for (const secret of ['postData', 'mimeType', 'queryString', 'startedDateTime']) secrets.learn(secret);
  await tape.close();
  const { log } = JSON.parse(await readFile(path, 'utf8'));
  expect(log.entries).toEqual([{ request: { ...entry.request, postData: { mimeType: 'a/b', text: mask } } }]);
  await rm(folder, { recursive: true });
});

const secret = 'zq1Token2of3some4length5';

it.each([
  ['X-Acme', secret, true],
  ['X-Acme', 'three plain words', false],
  ['X-Vault-Token', 'short', true],
  ['X-Request-Id', '0b6f1c2e-5d1f-4c33-9a51-2f0a1f6b7c8d', false],
  ['ETag', secret, false],
])('knows of the header %s with %s whether it is secret: %s', (name, value, isSecret) => {
  expect(isSecretHeader(name, value)).toBe(isSecret);
});

it.each([
  [`https://a.example/v1/token/${secret}/use`, `https://a.example/v1/token/${mask}/use`],
  [`/invitation/${secret}`, `/invitation/${mask}`],
  [`https://a.example/services/hooks/${secret}?a=1`, `https://a.example/services/hooks/${mask}?a=1`],
  ['https://a.example/v1/files/LumenLibrary2026design', 'https://a.example/v1/files/LumenLibrary2026design'],
  ['https://a.example/v1/oauth/token', 'https://a.example/v1/oauth/token'],
  ['https://a.example/v1/token/introspection-endpoint', 'https://a.example/v1/token/introspection-endpoint'],
])('masks what stands in a path behind what says that it is secret: %s', (address, expected) => {
  const secrets = secretsOf();
  expect(secrets.masked(address)).toBe(expected);
  expect(secrets.maskedByValue(`again ${secret}`)).toBe(
    expected === address ? `again ${secret}` : `again ${mask}`,
  );
});

it.each(['base64', 'base64url'] as const)(
  'masks what is packed in %s within JSON, and packs it again',
  (coding) => {
    const packed = (object: object) => Buffer.from(JSON.stringify(object)).toString(coding);
    const body = (token: string) =>
      JSON.stringify({ state: packed({ name: 'Grüße', access_token: token, of: '??>>' }) });
    const secrets = secretsOf();
    expect(secrets.masked(body(secret))).toBe(body(mask));
    expect(secrets.maskedByValue(body(secret))).toBe(body(mask));
    expect(secrets.masked(body('colors'))).toBe(body(mask));
    const plain = JSON.stringify({ state: packed({ name: 'nothing secret in it' }) });
    expect(secrets.masked(plain)).toBe(plain);
  },
);
