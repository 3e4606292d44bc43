import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-settings-'));
  for (const [name, text] of Object.entries({ short: '12345', none: '', long: 'x'.repeat(40) }))
    writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a start says that comes to nothing. */
async function refusal(env: Readonly<Record<string, string>>): Promise<string> {
  const args = ['serve', '--data', join(folder, 'data')];
  const { code, stderr } = await runVitrine(args, {
    cwd: folder,
    env: { VITRINE_PORT: '0', VITRINE_LOG_LEVEL: 'silent', ...env },
  });
  expect(code).not.toBe(0);
  return stderr;
}

const long = 'x'.repeat(40);
const nowhere = 's3://designs/x?endpoint=http://127.0.0.1:1&region=us-east-1&path-style=on';
const several = {
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  VITRINE_BLOBS: nowhere,
  VITRINE_SECRET: long,
  VITRINE_BASE_URL: 'https://design.example.com',
};
const without = (name: keyof typeof several) => ({ ...several, [name]: '' });
const inFile = (file: string) => ({ ...without('VITRINE_SECRET'), VITRINE_SECRET_FILE: join(folder, file) });
const pem = (cert: string, key: string) => ({
  VITRINE_TLS_CERT: join(folder, cert),
  VITRINE_TLS_KEY: join(folder, key),
});

/** Settings that do not fit together, or to what there is; each is refused with one sentence that names one. */
const unfit: Readonly<Record<string, readonly [() => Readonly<Record<string, string>>, RegExp]>> = {
  'several servers without a secret': [
    () => without('VITRINE_SECRET'),
    /^VITRINE_SECRET: with PostgreSQL and a bucket/,
  ],
  'several servers without a public address': [
    () => without('VITRINE_BASE_URL'),
    /^VITRINE_BASE_URL: with PostgreSQL/,
  ],
  'a secret of five bytes': [
    () => ({ ...several, VITRINE_SECRET: '12345' }),
    /^VITRINE_SECRET: a secret has 32 bytes at least\./,
  ],
  'a secret of five bytes in a file': [
    () => inFile('short'),
    /^VITRINE_SECRET_FILE: \S+short: a secret has 32 bytes/,
  ],
  'an empty file of a secret': [() => inFile('none'), /^VITRINE_SECRET_FILE: \S+none: a secret has 32 bytes/],
  'a file of a secret that is not there': [
    () => inFile('lost'),
    /^VITRINE_SECRET_FILE: there is no file \S+lost\./,
  ],
  'a folder as the file of a secret': [
    () => inFile('folder'),
    /^VITRINE_SECRET_FILE: \S+folder is a folder; a file is expected\./,
  ],
  'a secret twice': [
    () => ({ ...inFile('long'), VITRINE_SECRET: long }),
    /^VITRINE_SECRET_FILE: VITRINE_SECRET is set as well; leave one of the two out\./,
  ],
  'a secret before that is short': [
    () => ({ VITRINE_SECRET: long, VITRINE_SECRET_OLD: '12345' }),
    /^VITRINE_SECRET_OLD: a secret has 32/,
  ],
  'a secret before twice': [
    () => ({ VITRINE_SECRET: long, VITRINE_SECRET_OLD: long, VITRINE_SECRET_OLD_FILE: join(folder, 'long') }),
    /^VITRINE_SECRET_OLD_FILE: VITRINE_SECRET_OLD is set as well/,
  ],
  'a part of the roles with a bucket alone': [
    () => ({ VITRINE_BLOBS: nowhere, VITRINE_ROLES: 'web' }),
    /^VITRINE_ROLES: without PostgreSQL and a bucket/,
  ],
  'a part of the roles with nothing': [
    () => ({ VITRINE_ROLES: 'jobs' }),
    /^VITRINE_ROLES: without PostgreSQL and a bucket/,
  ],
  'a port that is shared with nobody': [
    () => ({ VITRINE_REUSE_PORT: 'on' }),
    /^VITRINE_REUSE_PORT: without PostgreSQL and a bucket there is one server, which keeps its port for itself\./,
  ],
  'a port that is shared with a bucket alone': [
    () => ({ VITRINE_BLOBS: nowhere, VITRINE_REUSE_PORT: 'on' }),
    /^VITRINE_REUSE_PORT: without PostgreSQL and a bucket/,
  ],
  'names for a certificate of one’s own': [
    () => ({ ...pem('long', 'long'), VITRINE_TLS_HOSTS: 'design.example.com' }),
    /^VITRINE_TLS_HOSTS: it does nothing beside VITRINE_TLS_CERT\./,
  ],
  'an address that there is none of': [
    () => ({ VITRINE_HOST: '256.1.1.1' }),
    /^VITRINE_HOST: "256\.1\.1\.1" is neither an IP address nor the name of a host such as [\w.]+\.\s*$/,
  ],
  'a token of an administrator that never ends': [
    () => ({ VITRINE_ADMIN_TOKEN_FILE: '/dev/zero' }),
    /^VITRINE_ADMIN_TOKEN_FILE: \/dev\/zero cannot be read: it has more than 1,000,000 bytes\.\s*$/,
  ],
  'limits that never end': [
    () => ({ VITRINE_RATE_LIMITS: '/dev/zero' }),
    /^VITRINE_RATE_LIMITS: \/dev\/zero cannot be read: it has more than 1,000,000 bytes\.\s*$/,
  ],
  'a public address without TLS': [
    () => ({ VITRINE_BASE_URL: 'http://design.example.com' }),
    /^VITRINE_BASE_URL: expected an address that begins with https/,
  ],
  'a port for those who watch that is that of the interface': [
    () => ({ VITRINE_MANAGEMENT_PORT: '47709', VITRINE_PORT: '47709' }),
    /^VITRINE_MANAGEMENT_PORT names the port of the interface; it needs one of its own\./,
  ],
  'test mode where others reach it': [
    () => ({ VITRINE_TEST_MODE: 'on', VITRINE_HOST: '0.0.0.0' }),
    /^Test mode .* --test-mode-anywhere lifts this\./,
  ],
  'a certificate without its key': [
    () => ({ VITRINE_TLS_CERT: join(folder, 'long') }),
    /^VITRINE_TLS_CERT and VITRINE_TLS_KEY belong together/,
  ],
  'a certificate that is none': [
    () => pem('long', 'long'),
    /^VITRINE_TLS_CERT: \S+long holds no certificate in PEM\./,
  ],
  'a certificate that is not there': [
    () => pem('lost', 'long'),
    /^VITRINE_TLS_CERT: there is no file \S+lost\./,
  ],
  'an administrator’s token that is short': [
    () => ({ VITRINE_ADMIN_TOKEN_FILE: join(folder, 'short') }),
    /^VITRINE_ADMIN_TOKEN_FILE: a token has 32 bytes/,
  ],
  'a folder as the file of that token': [
    () => ({ VITRINE_ADMIN_TOKEN_FILE: join(folder, 'folder') }),
    /^VITRINE_ADMIN_TOKEN_FILE: \S+folder is a folder/,
  ],
  'a bucket whose store is not there': [
    () => ({ VITRINE_BLOBS: nowhere, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }),
    /^VITRINE_BLOBS: /,
  ],
  'a bucket by an address of another kind': [
    () => ({ VITRINE_BLOBS: 'https://store/x' }),
    /^VITRINE_BLOBS: expected an address such as s3:/,
  ],
  'keys in the address of a bucket': [
    () => ({ VITRINE_BLOBS: 's3://a:b@designs' }),
    /^VITRINE_BLOBS: keys do not belong into the address/,
  ],
  'a bucket with a misspelled region': [
    () => ({ VITRINE_BLOBS: 's3://designs?regoin=eu' }),
    /^VITRINE_BLOBS: .*not "regoin"\./,
  ],
  'one connection': [
    () => ({ VITRINE_DATABASE_CONNECTIONS: '1' }),
    /^VITRINE_DATABASE_CONNECTIONS: "1" is not/,
  ],
  'a drain of two hours': [
    () => ({ VITRINE_DRAIN: '2h' }),
    /^VITRINE_DRAIN: "2h" is not a time of up to 1h\./,
  ],
  'a proxy by its name': [
    () => ({ VITRINE_TRUSTED_PROXIES: 'balancer' }),
    /^VITRINE_TRUSTED_PROXIES: "balancer" is neither/,
  ],
  'a file of limits that is not there': [
    () => ({ VITRINE_RATE_LIMITS: join(folder, 'lost') }),
    /^VITRINE_RATE_LIMITS: there is no file \S+lost\./,
  ],
  'a mail server without a sender': [
    () => ({ VITRINE_SMTP_URL: 'smtp://localhost' }),
    /^VITRINE_SMTP_URL: it does nothing without VITRINE_MAIL_FROM\.$/,
  ],
  'a way past a pooler without a database': [
    () => ({ VITRINE_BLOBS: nowhere, VITRINE_DATABASE_DIRECT_URL: 'postgres://127.0.0.1:1/none' }),
    /^VITRINE_DATABASE_DIRECT_URL: it does nothing without DATABASE_URL\.$/,
  ],
  'room for copies without a bucket': [
    () => ({ DATABASE_URL: several.DATABASE_URL, VITRINE_CACHE_BYTES: '1 GB' }),
    /^VITRINE_CACHE_BYTES: it does nothing without VITRINE_BLOBS\.$/,
  ],
  'a database by an address of nothing': [
    () => ({ DATABASE_URL: 'postgres://' }),
    /^DATABASE_URL: the address names neither a host nor a database; expected one such as postgres:/,
  ],
};

describe('A start with settings that do not fit', () => {
  it.each(Object.entries(unfit))(
    'is refused with one sentence that names one of them: %s',
    async (_title, [env, sentence]) => {
      const said = await refusal(env());
      expect(said.trimEnd()).toMatch(sentence);
      expect(said.trimEnd().split('\n')).toHaveLength(1);
    },
  );
});

describe('A setting of a name that is nearly one', () => {
  it('is told with the one that was meant, and names that commands have are not', async () => {
    const others = {
      VITRINE_URL: 'https://x',
      VITRINE_TOKEN: 'x',
      VITRINE_CA: 'x',
      VITRINE_SERVICE_HOST: '10.0.0.1',
    };
    const said = await refusal({ ...others, VITRINE_BLOB: nowhere, VITRINE_SECRET: '12345' });
    expect(said.trimEnd().split('\n')).toEqual([
      'There is no setting VITRINE_BLOB; VITRINE_BLOBS is one.',
      'VITRINE_SECRET: a secret has 32 bytes at least.',
    ]);
  });
});
