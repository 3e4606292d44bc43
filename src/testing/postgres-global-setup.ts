import type { TestProject } from 'vitest/node';
import { postgresFolder, startPostgres, type TestPostgres } from './postgres.ts';

/** What the tests get: the address of a server, or why there is none. */
export type ProvidedPostgres = { url: string } | { missing: string };

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: ProvidedPostgres;
  }
}

let started: TestPostgres | undefined;

/** One PostgreSQL for the whole run: the one named in VITRINE_TEST_POSTGRES, or one we start. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('postgres', await findPostgres());
}

export async function teardown(): Promise<void> {
  await started?.stop();
}

async function findPostgres(): Promise<ProvidedPostgres> {
  const given = process.env.VITRINE_TEST_POSTGRES;
  if (given) return { url: given };
  const folder = postgresFolder();
  if (!folder) {
    const platform = `${process.platform}-${process.arch}`;
    return { missing: `no PostgreSQL for ${platform}, and VITRINE_TEST_POSTGRES names none` };
  }
  started = await startPostgres(folder);
  return { url: started.url };
}
