import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { BlobFault } from '../blobs/blob-fault.ts';
import { type BlobId, BlobNotFound, type BlobStore } from '../blobs/blob-store.ts';
import { BlobDamaged, StoreAway } from '../blobs/object-store.ts';
import { unpacked } from '../testing/tar-archive.ts';
import { archiveStream } from './write-archive.ts';

const idOf = (text: string): BlobId => createHash('sha256').update(text).digest('hex') as BlobId;

/** What a blob of a store gives when it is read: chunks, and what it fails with behind them. */
interface Stored {
  readonly chunks: readonly string[];
  readonly failure?: Error;
}

const [whole, cut, longer, changed, gone, failing, last] = [
  'whole, in two chunks',
  'cut in the midst',
  'followed by what is not its own',
  'changed in the midst',
  'gone since its size was asked for',
  'damaged behind its beginning',
  'the last',
] as const;

const reads: Readonly<Record<string, Stored>> = {
  [whole]: { chunks: ['whole, ', 'in two chunks'] },
  [cut]: { chunks: ['cut in'] },
  [longer]: { chunks: [longer, ' bytes'] },
  [changed]: { chunks: ['chanGed in the midst'] },
  [gone]: { chunks: [], failure: new BlobNotFound(idOf(gone)) },
  [failing]: { chunks: ['damaged'], failure: new BlobDamaged(idOf(failing), undefined) },
  [last]: { chunks: [last] },
};

function storeOf(stored: Readonly<Record<string, Stored>>): BlobStore {
  const texts = new Map(Object.keys(stored).map((text) => [idOf(text), text]));
  const read = async (id: BlobId) => {
    const { chunks, failure } = stored[texts.get(id) as string] as Stored;
    const give = async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk);
      if (failure !== undefined) throw failure;
    };
    return Readable.from(give(), { objectMode: false });
  };
  return { read } as Pick<BlobStore, 'read'> as BlobStore;
}

/** The archive of an installation with one table and blobs of these texts; undefined where the size is not known. */
async function archiveOf(stored: Readonly<Record<string, Stored>>, unknown: readonly string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'users');
  await writeFile(path, '{}\n');
  const lacking: Record<string, BlobFault> = {};
  const installation = {
    schemaVersion: '1',
    tables: [{ table: 'users', rows: 1, sizeBytes: 3, sha256: '', path }],
    secret: 'the secret',
    blobs: new Map([
      ...Object.keys(stored).map((text) => [idOf(text), text.length] as const),
      ...unknown.map((text) => [idOf(text), undefined] as const),
    ]),
    refusal: undefined,
  } as const;
  const stream = archiveStream(installation, {
    blobs: storeOf(stored),
    now: 1_000,
    lacks: async (blob, fault) => {
      lacking[blob] = fault;
      return { blob, fault, files: [], fonts: [] };
    },
  });
  return { stream, lacking };
}

async function entriesOf(stream: Readable): Promise<[string, string][]> {
  return (await unpacked(stream)).map(({ name, bytes }) => [name, String(bytes)]);
}

it('An archive has as many bytes of each blob as were announced, and names what is missing or changed', async () => {
  const { stream, lacking } = await archiveOf(reads, ['missing from the start']);
  const entries = await entriesOf(stream);
  const zeroes = (count: number) => '\0'.repeat(count);
  expect(entries.slice(1)).toEqual([
    ['tables/users.ndjson', '{}\n'],
    ['secret', 'the secret'],
    [`blobs/${idOf(whole)}`, whole],
    [`blobs/${idOf(cut)}`, `cut in${zeroes(cut.length - 6)}`],
    [`blobs/${idOf(longer)}`, longer],
    [`blobs/${idOf(changed)}`, 'chanGed in the midst'],
    [`blobs/${idOf(gone)}`, zeroes(gone.length)],
    [`blobs/${idOf(failing)}`, `damaged${zeroes(failing.length - 7)}`],
    [`blobs/${idOf(last)}`, last],
    ['lacking.ndjson', expect.any(String)],
  ]);
  const named = {
    [idOf(cut)]: 'changed',
    [idOf(longer)]: 'changed',
    [idOf(changed)]: 'changed',
    [idOf(gone)]: 'missing',
    [idOf(failing)]: 'changed',
    [idOf('missing from the start')]: 'missing',
  };
  expect(lacking).toEqual(named);
  const lines = entries.at(-1)?.[1].trim().split('\n') ?? [];
  const told = lines.map((line) => JSON.parse(line));
  expect(Object.fromEntries(told.map(({ blob, fault }) => [blob, fault]))).toEqual(named);
  const manifest = JSON.parse(entries[0]?.[1] ?? '');
  expect(manifest.blobs).toBe(Object.keys(reads).length);
});

it('An archive names nothing where all blobs are as they were stored', async () => {
  const { stream, lacking } = await archiveOf({ [whole]: { chunks: [whole] } });
  expect((await entriesOf(stream)).map(([name]) => name)).toEqual([
    'manifest.json',
    'tables/users.ndjson',
    'secret',
    `blobs/${idOf(whole)}`,
  ]);
  expect(lacking).toEqual({});
});

it('An archive breaks off where the store goes away, which says nothing of its blobs', async () => {
  const { stream } = await archiveOf({
    [whole]: { chunks: [whole] },
    [last]: { chunks: ['the'], failure: new StoreAway('The store is away.') },
  });
  await expect(entriesOf(stream)).rejects.toThrow('The store is away.');
});
