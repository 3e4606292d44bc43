import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../testing/postgres-database.ts';

const missing = postgresMissing();
let folder: string;
let real: PostgresDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-failing-database-'));
  if (missing === undefined) real = await createPostgresDatabase();
});
afterAll(async () => {
  await real?.drop();
  rmSync(folder, { recursive: true });
});

/** Each command that opens the database of the settings. */
const commands: Readonly<Record<string, readonly string[]>> = {
  check: ['check'],
  'migrate --status': ['migrate', '--status'],
  migrate: ['migrate'],
  'admin-token': ['admin-token'],
  'move from it': ['move', '--to', 'elsewhere'],
};

const changed = (change: (url: URL) => void): string => {
  const url = new URL(real.url);
  change(url);
  return url.href;
};
const faults: Readonly<Record<string, readonly [url: () => string, sentence: RegExp]>> = {
  'that nobody serves': [() => 'postgres://u@127.0.0.1:1/x', /ECONNREFUSED/],
  'of a host that there is none of': [() => 'postgres://u@database.invalid/x', /ENOTFOUND|EAI_AGAIN/],
  'that is not there': [
    () => changed((url) => (url.pathname = '/nowhere')),
    /database "nowhere" does not exist/,
  ],
  'with a user who is not there': [
    () => changed((url) => (url.username = 'nobody-there')),
    /role "nobody-there" does not exist/,
  ],
};

describe.skipIf(missing !== undefined)(
  `a database${missing === undefined ? '' : ` (left out: ${missing})`}`,
  () => {
    describe.each(Object.entries(faults))('%s', (_title, [url, sentence]) => {
      test.each(Object.entries(commands))('is what vitrine %s names', async (_command, args) => {
        const env = { DATABASE_URL: url() };
        const { code, stderr } = await runVitrine([...args, '--data', folder], { cwd: folder, env });
        expect([code, stderr]).toEqual([
          1,
          expect.stringMatching(/^PostgreSQL at [^ ]+ cannot be used: [^\n]+\n$/),
        ]);
        expect(stderr).toMatch(sentence);
      });
    });
  },
);
