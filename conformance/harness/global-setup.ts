import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
// @ts-expect-error It runs before anything is installed, and has no types.
import { prepareToRun } from '../../scripts/install.mjs';
import { installForTrial } from '../../scripts/program-package.ts';
import { compiledBefore } from './compile-cache.ts';
import { folderInMemory } from './scratch-folder.ts';
import { type Server, startServer } from './server.ts';

/** A server that all checks of a run share. */
export interface Engine {
  /** As it stands in titles: `SQLite`, `PostgreSQL`, or `the given server`. */
  readonly name: string;
  readonly url: string;
  readonly ca: string;
  readonly caPath: string;
  readonly adminToken: string;
  readonly pid: number | undefined;
  /** Address of the PostgreSQL server, for checks that start a server of their own. */
  readonly postgres: string | undefined;
  /** True for a server that the run did not start: its settings and process are not ours to change. */
  readonly isGiven: boolean;
}

export type ProvidedEngine = Engine | { readonly name: string; readonly missing: string };

declare module 'vitest' {
  export interface ProvidedContext {
    engines: readonly ProvidedEngine[];
  }
}

const started: Server[] = [];
let folder: string | undefined;
let inMemory: string | undefined;

/** Then programs are started often, and what they compile is kept. */
const isWholeCheck = Object.keys(compiledBefore).length > 0;

/** One server for each engine for the whole run, or the one named by VITRINE_CONFORMANCE_URL. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.VITRINE_CONFORMANCE_URL;
  // Holds every installation of the run, so that none stays behind when a check is cut off.
  folder = await mkdtemp(join(tmpdir(), 'vitrine-conformance-run-'));
  process.env.VITRINE_CONFORMANCE_FOLDER = folder;
  inMemory = await folderInMemory();
  if (inMemory !== undefined) process.env.VITRINE_CONFORMANCE_MEMORY = inMemory;
  if (given === undefined && isWholeCheck)
    process.env.VITRINE_CONFORMANCE_PROGRAM = await installForTrial(join(folder, 'program'));
  // Servers that start at the same time would each make what changed, in one folder.
  else if (given === undefined) await prepareToRun();
  const postgres = postgresOf(project);
  project.provide('engines', given === undefined ? await startEngines(postgres) : [await givenEngine(given)]);
  // The servers that all share begin with nothing; those that checks start make no tables.
  if ('copied' in postgres && postgres.copied !== undefined)
    process.env.VITRINE_CONFORMANCE_TABLES = postgres.copied.migrated;
}

export async function teardown(): Promise<void> {
  for (const server of started.splice(0)) {
    await server.stop();
    await server.installation.remove();
  }
  for (const made of [folder, inMemory])
    if (made !== undefined) await rm(made, { recursive: true, force: true });
}

type Postgres = { url: string; copied?: { migrated: string } } | { missing: string };

function postgresOf(project: TestProject): Postgres {
  const { postgres } = project.getProvidedContext() as { postgres?: Postgres };
  return postgres ?? { missing: 'the run provides no PostgreSQL' };
}

async function startEngines(postgres: Postgres): Promise<ProvidedEngine[]> {
  const name = 'PostgreSQL';
  const starting = await Promise.allSettled([
    startEngine('SQLite', undefined),
    'missing' in postgres ? { name, missing: postgres.missing } : startEngine(name, postgres.url),
  ]);
  const failed = starting.find((start) => start.status === 'rejected');
  if (failed === undefined) return starting.map((start) => (start as PromiseFulfilledResult<Engine>).value);
  await teardown();
  throw failed.reason;
}

async function startEngine(name: string, postgres: string | undefined): Promise<Engine> {
  const server = await startServer({ postgres });
  started.push(server);
  server.process.ended.then((code) => explainEarlyEnd(name, server, code));
  const { url, ca, caPath, adminToken, pid } = server;
  return { name, url, ca, caPath, adminToken, pid, postgres, isGiven: false };
}

/** Without this line a run shows only refused connections when the server dies under it. */
function explainEarlyEnd(name: string, server: Server, code: number | null): void {
  if (!started.includes(server)) return;
  console.error(`The server on ${name} ended early, with ${code}:\n${server.process.stderr().slice(-4000)}`);
}

async function givenEngine(url: string): Promise<Engine> {
  const caPath = process.env.VITRINE_CONFORMANCE_CA;
  const adminToken = process.env.VITRINE_CONFORMANCE_TOKEN;
  if (caPath === undefined || adminToken === undefined) {
    throw new Error('VITRINE_CONFORMANCE_URL needs VITRINE_CONFORMANCE_CA and VITRINE_CONFORMANCE_TOKEN.');
  }
  const ca = await readFile(caPath, 'utf8');
  return {
    name: 'the given server',
    url: url.replace(/\/$/, ''),
    ca,
    caPath,
    adminToken,
    pid: undefined,
    postgres: undefined,
    isGiven: true,
  };
}
