import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { GuardedReader, ReadAnswer, Reading } from '../delivery/guarded-reader.ts';
import type { HeaderLines } from '../delivery/header-lines.ts';
import { resumedDownload } from './resumed-download.ts';

const whole = Buffer.from('0123456789');
const other = Buffer.from('abcdefghijklm');
const bounds = { mostBytes: 20, deadlineMs: 60_000 };

interface Answered {
  readonly status?: number;
  readonly headers?: HeaderLines;
  readonly bytes?: Buffer;
  /** Breaks off behind its bytes. */
  readonly isCut?: boolean;
}

const tagged = (bytes: Buffer, etag = '"one"') => ({
  headers: { etag, 'content-length': `${bytes.length}` },
  bytes,
});
/** The first four of ten bytes. */
const cut = { ...tagged(whole), bytes: whole.subarray(0, 4), isCut: true };
const rest = (headers: HeaderLines = {}, bytes = whole.subarray(4)): Answered => ({
  status: 206,
  bytes,
  headers: { etag: '"one"', 'content-range': 'bytes 4-9/10', ...headers },
});

/** A source that answers so, one after the other; what it was asked, by range and condition. */
function sourceOf(...answers: Answered[]) {
  const asked: (readonly [string | undefined, string | undefined])[] = [];
  const get = async ({ headers = {} }: Reading): Promise<ReadAnswer> => {
    const { status = 200, headers: told = {}, bytes = Buffer.alloc(0), isCut } = answers[asked.length] ?? {};
    asked.push([headers.range, headers['if-range']]);
    return { status, headers: told, body: Readable.from(pieces(bytes, isCut), { objectMode: false }) };
  };
  const reader: GuardedReader = { get, close: async () => undefined };
  return { asked, download: () => resumedDownload(reader, 'https://a.example/picture', bounds) };
}

async function* pieces(bytes: Buffer, isCut = false): AsyncGenerator<Buffer> {
  yield bytes.subarray(0, 2);
  yield bytes.subarray(2);
  if (isCut) throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
}

const [anew, onward] = [[undefined, undefined] as const, ['bytes=4-', '"one"'] as const];

it('A download that breaks off goes on where it was, again and again', async () => {
  const middle = { ...rest({}, whole.subarray(4, 7)), isCut: true };
  const last = rest({ 'content-range': 'bytes 7-9/10' }, whole.subarray(7));
  const { asked, download } = sourceOf(cut, middle, last);
  expect(await download()).toEqual(whole);
  expect(asked).toEqual([anew, onward, ['bytes=7-', '"one"']]);
});

it('A download is whole where the connection broke behind its last byte', async () => {
  const { asked, download } = sourceOf({ ...tagged(whole), isCut: true });
  expect([await download(), asked.length]).toEqual([whole, 1]);
});

it.each<[string, HeaderLines]>([
  ['no tag', {}],
  ['a weak tag', { etag: 'W/"one"' }],
  ['a tag of bytes that are compressed for the way', { etag: '"one"', 'content-encoding': 'gzip' }],
])('A download that breaks off with %s begins anew', async (_what, headers) => {
  const { asked, download } = sourceOf({ ...cut, headers }, tagged(whole));
  expect(await download()).toEqual(whole);
  expect(asked).toEqual([anew, anew]);
});

it('All of what is there by now takes the place of what came before', async () => {
  const changed = { ...tagged(other, '"two"'), bytes: other.subarray(0, 5), isCut: true };
  const { asked, download } = sourceOf(
    cut,
    changed,
    rest({ etag: '"two"', 'content-range': 'bytes 5-12/13' }, other.subarray(5)),
  );
  expect(await download()).toEqual(other);
  expect(asked).toEqual([anew, onward, ['bytes=5-', '"two"']]);
});

it.each<[string, Answered]>([
  ['the rest of something else', rest({ etag: '"two"' })],
  ['a rest without a tag', { ...rest(), headers: { 'content-range': 'bytes 4-9/10' } }],
  ['another place', rest({ 'content-range': 'bytes 3-9/10' }, whole.subarray(3, 9))],
  ['another end', rest({ 'content-range': 'bytes 4-8/10' }, whole.subarray(4, 9))],
  ['another total', rest({ 'content-range': 'bytes 4-10/11' }, other.subarray(0, 7))],
  ['no total', rest({ 'content-range': 'bytes 4-9/*' })],
  ['no place', rest({ 'content-range': '' })],
  ['a packed rest', rest({ 'content-encoding': 'gzip' })],
  ['more than it says', rest({}, other.subarray(0, 7))],
  ['that there is no such place', { status: 416 }],
])('A source that answers %s is asked for all of it', async (_what, lie) => {
  const { asked, download } = sourceOf(cut, lie, tagged(whole));
  expect(await download()).toEqual(whole);
  expect(asked).toEqual([anew, onward, anew]);
});

it('A rest that ends too soon, or brings nothing, is no whole', async () => {
  const at6 = { 'content-range': 'bytes 6-9/10' };
  const { asked, download } = sourceOf(
    cut,
    rest({}, whole.subarray(4, 6)),
    rest(at6, Buffer.alloc(0)),
    rest(at6, whole.subarray(6)),
  );
  expect(await download()).toEqual(whole);
  expect(asked).toEqual([anew, onward, ['bytes=6-', '"one"'], ['bytes=6-', '"one"']]);
});

it.each<[string, Answered[], RegExp]>([
  ['breaks off for ever', Array.from({ length: 9 }, () => cut), /ended before it was complete/],
  ['answers a part that nobody asked for', [rest()], /answered 206/],
  ['is gone when it goes on', [cut, { status: 404 }], /gave answered 404/],
  ['brings too much at once', [{ bytes: Buffer.alloc(21) }], /larger than 20 bytes/],
  ['brings too much in parts', [cut, rest({}, Buffer.alloc(17))], /larger than 20 bytes/],
])('A source that %s fails by a sentence, after four calls at the most', async (_what, answers, sentence) => {
  const { asked, download } = sourceOf(...answers);
  await expect(download()).rejects.toThrow(sentence);
  expect(asked.length).toBeLessThanOrEqual(4);
});
