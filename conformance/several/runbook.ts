import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { compiledBefore } from '../harness/compile-cache.ts';
import { as } from '../harness/delivery-record.ts';
import { blocksOf, commandLines } from '../harness/documented-blocks.ts';
import { exampleFile, imageRef, pixelPng } from '../harness/example-file.ts';
import { createDatabase } from '../harness/postgres-database.ts';
import { openS3Double, type S3Double } from '../harness/s3-double.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { openShell } from '../harness/shell.ts';
import { writeNpx } from '../harness/written-npx.ts';
import type { Several } from './servers.ts';

const page = 'docs/several-machines.md';

/** Whoever keeps the servers, at a shell with their settings. */
export interface Keeper {
  /** Runs the lines of a part of the page as they are printed there, and answers what the last has said. */
  asPrinted(heading: string, how?: AsPrinted): Promise<string>;
  /** Calls this server from now on, and has its settings where they are others than before. */
  goesTo(server: Server, settings?: Readonly<Record<string, string>>): Promise<void>;
}

interface AsPrinted {
  /** Which of the blocks of the part; the first, if left out. */
  readonly block?: number;
  /** What is written in place of addresses that are examples. */
  readonly blanks?: Readonly<Record<string, string>>;
  /** What the last line ends with; 0, if left out. */
  readonly endsWith?: number;
}

/** @param server which is called from the start, where there is one yet */
export async function openKeeper({ env, balanced }: Several, server?: Server): Promise<Keeper> {
  const home = await scratchFolder('keeper');
  await writeNpx(home);
  const path = [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const token = server === undefined ? {} : { VITRINE_TOKEN: balanced.adminToken };
  const own = { HOME: home, TMPDIR: home, PATH: path, ...token };
  const shell = openShell(home, { ...compiledBefore, ...env, ...own });
  onTestFinished(async () => {
    shell.close();
    await rm(home, { recursive: true, force: true });
  });
  const goesTo: Keeper['goesTo'] = async ({ url, caPath }, settings = {}) => {
    const all = Object.entries({ ...settings, VITRINE_URL: url, VITRINE_CA: caPath });
    const line = `export ${all.map(([name, value]) => `${name}='${value}'`).join(' ')}`;
    expect(await shell.run(line)).toMatchObject({ code: 0 });
  };
  if (server !== undefined) await goesTo(server);
  return {
    goesTo,
    asPrinted: async (heading, { block = 0, blanks = {}, endsWith = 0 } = {}) => {
      const blocks = blocksOf(page, heading).filter(({ language }) => language === 'sh');
      const filled = Object.entries(blanks).reduce(
        (text, [blank, value]) => text.replaceAll(blank, value),
        blocks[block]?.text ?? '',
      );
      const lines = commandLines(filled);
      expect(lines).not.toEqual([]);
      let said = '';
      for (const [place, line] of lines.entries()) {
        const { code, output } = await shell.run(line);
        expect([line, code, output]).toEqual([line, place + 1 < lines.length ? 0 : endsWith, output]);
        said = output;
      }
      return said;
    },
  };
}

/** The file of settings that the page shows, in a folder and with places of its own. */
export function settingsAsPrinted(folder: string, places: Readonly<Record<string, string>>): string {
  const [block] = blocksOf(page, 'Several servers');
  const lines = commandLines(block?.text ?? '').map((line) => {
    const name = line.slice(0, line.indexOf('='));
    return name in places ? `${name}='${places[name]}'` : line.replaceAll('/etc/vitrine', folder);
  });
  return `${lines.join('\n')}\n`;
}

/** A database and a bucket with nothing in them, as settings of a server. */
export async function emptyPlaces(postgres: string): Promise<Record<string, string>> {
  const database = await createDatabase(postgres);
  onTestFinished(() => database.drop());
  return { DATABASE_URL: database.url, VITRINE_BLOBS: (await emptyBucket()).setting };
}

export async function emptyBucket(): Promise<S3Double> {
  const store = await openS3Double();
  onTestFinished(() => store.close());
  return store;
}

/** What clients hold of a file: it has to be as good afterwards as it was before. */
export interface Held {
  readonly version: string;
  /** A signed address of a picture in it. */
  readonly picture: string;
}

export async function holdOf(server: Server, file: string): Promise<Held> {
  const path = `/workspace/v1/files/${file}`;
  expect((await as(server, 'PUT', `${path}/content`, exampleFile)).status).toBe(200);
  const fill = { token: server.adminToken, body: pixelPng, headers: { 'content-type': 'image/png' } };
  expect((await server.call('PUT', `${path}/image-fills/${imageRef}`, fill)).status).toBe(200);
  const { meta } = (await as(server, 'GET', `/v1/files/${file}/images`)).json;
  const { version } = (await as(server, 'GET', `/v1/files/${file}`)).json;
  const { pathname, search } = new URL(meta.images[imageRef]);
  return { version, picture: pathname + search };
}

export async function expectHeld(server: Server, file: string, { version, picture }: Held): Promise<void> {
  const read = await as(server, 'GET', `/v1/files/${file}`);
  expect([read.status, read.json.version]).toEqual([200, version]);
  const shown = await server.call('GET', picture);
  expect([shown.status, shown.bytes.equals(pixelPng)]).toEqual([200, true]);
}
