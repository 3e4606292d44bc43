import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Misfortune, openS3Double, type S3Double } from '../../conformance/harness/s3-double.ts';
import type { ObjectPlace } from '../config.ts';
import { issueAuthority, issueCertificate } from '../server/certificates-issue.ts';
import { countingMeasures, openRemoteBlobs, placeAt, type RemoteBlobs } from '../testing/remote-blobs.ts';
import { admitInstallation, claimObjects } from './claim-objects.ts';
import { s3Objects } from './s3-objects.ts';

const installation = 'an-installation-with-an-id';
let folder: string;
let double: S3Double;
let store: RemoteBlobs;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-claim-'));
  double = await openS3Double();
  vi.stubEnv('AWS_ACCESS_KEY_ID', double.keys.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', double.keys.secretAccessKey);
  store = await openRemoteBlobs({ folder, place: placeAt(double.url, 'designs') });
});
afterAll(async () => {
  await store.close();
  await double.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});
beforeEach(() => vi.stubEnv('AWS_SECRET_ACCESS_KEY', double.keys.secretAccessKey));
afterEach(() => {
  double.misfortune = undefined;
});

/** What the start says of a store; nothing where it starts. */
async function refusal(
  place: Partial<ObjectPlace> = {},
  { as = installation, admits = '' } = {},
): Promise<string | undefined> {
  const { database } = store;
  const log = { warn: () => undefined } as never;
  const at = { ...placeAt(double.url, 'designs'), ...place };
  const objects = await s3Objects({ place: at, measures: countingMeasures({}), log });
  try {
    await claimObjects({ objects, database, installation: as });
    if (admits !== '') await admitInstallation(objects, admits);
    return undefined;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  } finally {
    objects.close();
  }
}

test('a store that takes what it should is claimed, again and again', async () => {
  expect([await refusal(), await refusal()]).toEqual([undefined, undefined]);
  expect(String(double.objects.get('installation')?.bytes)).toBe(installation);
});

test('a store that another installation has marked is refused to this one, also where it has objects of this one or none', async () => {
  const shared = { prefix: 'shared/' };
  const [another, restored] = ['another-installation-with-an-id', 'installation-of-a-backup'];
  expect(await refusal(shared, { as: another })).toBeUndefined();
  expect(await refusal(shared)).toMatch(/marked as that of another installation/);
  const { id } = await store.put(Buffer.from('of this installation'));
  for (const [key, object] of double.objects)
    if (key.startsWith('blobs/')) double.objects.set(`shared/${key}`, object);
  expect(await refusal(shared)).toMatch(/marked as that of another installation/);
  expect(await refusal(shared, { as: another, admits: restored })).toBeUndefined();
  for (const as of [restored, another]) expect(await refusal(shared, { as })).toBeUndefined();
  await store.delete(id);
});

const told = (status: number, code: string, region = ''): Misfortune => ({ status, code, region });
const answered = (status: number, body: string): Misfortune => ({
  ...{ status, body },
  headers: { location: 'http://127.0.0.1:1/' },
});

test.each<[title: string, misfortune: Misfortune, sentence: RegExp]>([
  [
    'an access key that is wrong',
    told(403, 'InvalidAccessKeyId'),
    /does not know the access key, or it has ended\.$/,
  ],
  [
    'keys without rights',
    told(403, 'AccessDenied'),
    /does not let these keys read and write in the bucket designs\.$/,
  ],
  [
    'another region',
    told(400, 'AuthorizationHeaderMalformed', 'eu-central-1'),
    /settings say: it is in eu-central-1\./,
  ],
  ['a page of HTML', answered(200, '<html>Welcome</html>'), /what answers is no object store/],
  [
    'a page of HTML that says 404',
    answered(404, '<html>No</html>'),
    /no object store\.$|not as an object store does\.$/,
  ],
  ['a redirect', answered(302, ''), /sends on to another address \(302\)\. Name that one as endpoint\.$/],
  [
    'a clock that is wrong',
    told(403, 'RequestTimeTooSkewed'),
    /^StoreUnusable: VITRINE_BLOBS: The clocks of this machine/,
  ],
  ['a store whose disk is full', told(507, 'InsufficientStorage'), /is full, or the quota of the bucket/],
  [
    'a redirect of the store itself',
    told(301, 'PermanentRedirect', 'eu-west-1'),
    /in another region than the settings say: it is in eu-west-1\./,
  ],
  ['a store that fails', told(500, 'InternalError'), /fails \(500\)\.$/],
  ['a store with too much to do', told(503, 'SlowDown'), /has too much to do\.$/],
])('%s stops the start with one sentence', async (_title, misfortune, sentence) => {
  double.misfortune = () => misfortune;
  const said = await refusal();
  expect(said).toMatch(/^StoreUnusable: VITRINE_BLOBS: [^\n]+\.$/);
  expect(said).toMatch(sentence);
});

test('a store that is full stops the start with one sentence', async () => {
  double.misfortune = ({ method }) => (method === 'PUT' ? told(403, 'QuotaExceeded') : undefined);
  expect(await refusal()).toMatch(/is full, or the quota of the bucket is used up\.$/);
});

test('a secret that is wrong stops the start with one sentence', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
  expect(await refusal()).toMatch(/refuses the signature: the secret key is wrong\.$/);
});

test.each([
  [
    'of an authority that nobody knows',
    '127.0.0.1',
    /(self-signed certificate|unable to verify)[^\n]+ NODE_EXTRA_CA_CERTS\.$/,
  ],
  [
    'for another host',
    'other.invalid',
    /for another host name [^\n]+IP: 127\.0\.0\.1 is not in the cert's list.+ with this name\.$/,
  ],
])('a certificate of the store %s stops the start with one sentence', async (_title, host, reason) => {
  const authority = await issueAuthority('Store', { hosts: [host], now: Date.now() });
  const certificate = await issueCertificate(authority, { hosts: [host], now: Date.now() });
  const isTrusted = host !== '127.0.0.1';
  const server = createServer(certificate, (_request, response) => response.end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const trusted = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([...trusted, authority.ca]);
  try {
    const { port } = server.address() as AddressInfo;
    const said = await refusal({ endpoint: `https://127.0.0.1:${port}` });
    expect(said).toMatch(/^StoreUnusable: VITRINE_BLOBS: The certificate of [^\n]+\.$/);
    expect(said).toMatch(reason);
  } finally {
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

test.each<[title: string, place: () => Partial<ObjectPlace>, sentence: RegExp]>([
  ['a bucket that is not there', () => ({ bucket: 'nowhere' }), /has no bucket nowhere\.$/],
  ['a region that is wrong', () => ({ region: 'eu-west-9' }), /is in another region than the settings say/],
  ['no store', () => ({ endpoint: 'http://127.0.0.1:1' }), /cannot be reached \(ECONNREFUSED\)\.$/],
  ['no host', () => ({ endpoint: 'http://store.invalid' }), /cannot be reached \((ENOTFOUND|EAI_AGAIN)\)\.$/],
  [
    'no TLS',
    () => ({ endpoint: double.url.replace('http:', 'https:') }),
    /speaks no TLS, or another version of it\.$/,
  ],
])('%s stops the start with one sentence', async (_title, place, sentence) => {
  const said = await refusal(place());
  expect(said).toMatch(/^StoreUnusable: VITRINE_BLOBS: [^\n]+\.$/);
  expect(said).toMatch(sentence);
});
