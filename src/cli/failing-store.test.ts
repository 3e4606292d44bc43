import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Misfortune, openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTlsFront, type TlsFront } from '../testing/tls-front.ts';

let folder: string;
let double: S3Double;
let front: TlsFront;
let server: TestServer;
let blobs: string;
/** Another one, with its designs where it has its data. */
let inFolder: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-failing-store-'));
  double = await openS3Double();
  front = await openTlsFront(double.url);
  for (const [name, value] of Object.entries(double.env)) vi.stubEnv(name, value);
  blobs = double.setting.replace(double.url, front.url);
  server = await startTestServer({ folder: join(folder, 'one'), settings: { blobs } });
  await push('First');
  expect((await run('backup')).code).toBe(0);
  renameSync(join(folder, 'new.backup'), join(folder, 'first.backup'));
  await push('Second');
  inFolder = await startTestServer();
  await push('In a folder', inFolder);
});
/** Local copies would do in place of the store. */
beforeEach(() => rmSync(join(folder, 'one', 'cache', 'blobs'), { recursive: true, force: true }));
afterEach(async () => {
  double.misfortune = undefined;
  await front.showOwn();
});
afterAll(async () => {
  await server.close();
  await inFolder.close();
  await front.close();
  await double.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

async function push(name: string, to = server): Promise<void> {
  const { key } = (await to.call('/workspace/v1/files', { body: { name, project: '1' } })).json;
  const document = { id: '0:0', name, type: 'DOCUMENT', children: [] };
  const pushed = await to.call(`/workspace/v1/files/${key}/content`, {
    method: 'PUT',
    body: JSON.stringify({ name, document }),
  });
  expect(pushed.status).toBe(200);
}

/** Each command that reads or writes designs where they lie, and what its sentence begins with. */
const commands = {
  backup: { args: () => ['backup', 'new.backup'], begins: 'The backup was not written: ' },
  restore: { args: () => ['restore', 'first.backup', '--yes'], begins: '' },
  check: { args: () => ['check', '--data', server.folder], begins: '' },
  'move from it': { args: () => moves(server, '--to', elsewhere(), '--blobs', elsewhere()), begins: '' },
  'move to it': {
    args: () => moves(inFolder, '--blobs', blobs.replace('/design-server', '/new')),
    begins: 'VITRINE_BLOBS: ',
  },
};
const elsewhere = () => join(folder, 'elsewhere');
const moves = ({ folder }: TestServer, ...args: string[]) => [
  'move',
  '--data',
  folder,
  ...args,
  '--blobs-only',
];
type Command = keyof typeof commands;

async function run(command: Command) {
  const ofServer = {
    VITRINE_URL: server.url,
    VITRINE_TOKEN: server.adminToken,
    VITRINE_CA: server.caPath ?? '',
  };
  const env = { ...ofServer, ...(command === 'move to it' ? {} : { VITRINE_BLOBS: blobs }) };
  return runVitrine(commands[command].args(), { cwd: folder, env });
}
const reading: readonly Command[] = ['backup', 'check', 'move from it'];
const all = Object.keys(commands) as Command[];

interface Fault {
  readonly title: string;
  readonly misfortune: Misfortune;
  readonly sentence: RegExp;
  readonly on: readonly Command[];
}

const fault = (
  title: string,
  misfortune: Misfortune,
  sentence: RegExp,
  on: readonly Command[] = all,
): Fault => ({ title, misfortune, sentence, on });
const misfortunes: readonly Fault[] = [
  fault(
    'a redirect',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    /sends on to http:\/\/127\.0\.0\.1:1 \(302\)\. Name that one as endpoint\./,
  ),
  fault(
    'a redirect of the store',
    { status: 301, code: 'PermanentRedirect', region: 'eu-west-1' },
    /in another region than the settings say: it is in eu-west-1\./,
  ),
  fault(
    'another region',
    { status: 400, code: 'AuthorizationHeaderMalformed', region: 'eu-west-1' },
    /in another region than the settings say: it is in eu-west-1\./,
  ),
  fault(
    'clocks too far apart',
    { status: 403, code: 'RequestTimeTooSkewed' },
    /The clocks of this machine and of the object store \S+ are too far apart\./,
  ),
  fault(
    'a page of HTML',
    { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
    /is no object store/,
  ),
  fault(
    'keys that have ended',
    { status: 403, code: 'ExpiredToken' },
    /does not know the access key, or it has ended\./,
  ),
  fault(
    'keys that are wrong',
    { status: 403, code: 'InvalidAccessKeyId' },
    /does not know the access key, or it has ended\./,
  ),
  fault(
    'a secret that is wrong',
    { status: 403, code: 'SignatureDoesNotMatch' },
    /refuses the signature: the secret key is wrong\./,
  ),
  fault(
    'keys without rights',
    { status: 403, code: 'AccessDenied' },
    /does not let these keys read and write in the bucket designs\./,
  ),
  fault('no bucket', { status: 404, code: 'NoSuchBucket' }, /has no bucket designs\./),
  fault('connections that end', { breaks: 'at once' }, /cannot be reached \(ECONNRESET\)\./),
  fault('answers that end early', { breaks: 'in the middle' }, /object store|lost or damaged/, reading),
  fault('a store that fails', { status: 500, code: 'InternalError' }, /fails \(500\)\./),
  fault(
    'a store that is full',
    { status: 507, code: 'InsufficientStorage' },
    /is full, or the quota of the bucket is used up\./,
    ['restore', 'move to it'],
  ),
];

describe.each(misfortunes)('$title', ({ misfortune, sentence, on }) => {
  test.each(on)('is what vitrine %s names', async (command) => {
    double.misfortune = () => misfortune;
    await expectSentence(command, sentence);
  });
});

describe('a certificate of the store that is not trusted', () => {
  test.each(all)('is what vitrine %s names', async (command) => {
    await front.showStranger();
    await expectSentence(
      command,
      /The certificate of the object store \S+ is not trusted \([^)]+\)\. Name its authority by NODE_EXTRA_CA_CERTS\./,
    );
  });
});

/** One line for people, and nothing half done. */
async function expectSentence(command: Command, sentence: RegExp): Promise<void> {
  const { code, stderr } = await run(command);
  const said = stderr.trim().split('\n').at(-1) ?? '';
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
  expect(said.startsWith(commands[command].begins)).toBe(true);
  expect(said).not.toMatch(/ {4}at |Error:/);
  for (const left of ['new.backup', 'new.backup.part']) expect(existsSync(join(folder, left))).toBe(false);
}

test('a backup that breaks off after the first designs names the cause', async () => {
  let answered = 0;
  double.misfortune = ({ method, key }) => {
    if (method !== 'GET' || !key.includes('blobs/')) return undefined;
    answered += 1;
    return answered === 1 ? undefined : { status: 403, code: 'ExpiredToken' };
  };
  await expectSentence('backup', /does not know the access key, or it has ended\./);
  expect(answered).toBeGreaterThan(1);
});
