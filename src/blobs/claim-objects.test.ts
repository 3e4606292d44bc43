import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Misfortune,
  openS3Double,
  type S3Double,
  type S3Request,
} from '../../conformance/harness/s3-double.ts';
import type { ObjectPlace } from '../config.ts';
import { randomIds } from '../ids.ts';
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
  { as = installation, admits = '', on = double.url } = {},
): Promise<string | undefined> {
  const { database } = store;
  const log = { warn: () => undefined } as never;
  const at = { ...placeAt(on, 'designs'), ...place };
  const objects = await s3Objects({ place: at, measures: countingMeasures({}), log });
  try {
    await claimObjects({ objects, database, installation: as, randomPart: randomIds.libraryKey });
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

const [smaller, larger] = ['an-installation-in-a-hurry', 'the-other-one-in-a-hurry'];

/** Lets the first requests of this kind go on once so many have come, so that whoever made them is as far as the other. */
function together(double: S3Double, count: number, isOne: (request: S3Request) => boolean): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  double.misfortune = (request) => {
    if (!isOne(request)) return undefined;
    come += 1;
    if (come === count) resolve();
    return { until: promise };
  };
}
const isMark = ({ key }: S3Request) => key.endsWith('installation');

describe.each(['held to', 'passed over', 'refused'] as const)(
  'of two installations that start in the same moment on one empty place, in a store by which conditions are %s,',
  (conditions) => {
    let double: S3Double;
    beforeEach(async () => {
      double = await openS3Double({ conditions });
    });
    afterEach(() => double.close());
    const start = (as: string) => refusal({}, { as, on: double.url });
    const expectOne = (said: readonly (string | undefined)[]) => {
      expect(said.filter((one) => one === undefined)).toHaveLength(1);
      expect(said.find((one) => one !== undefined)).toMatch(
        /^StoreUnusable: VITRINE_BLOBS names a place (on which another installation is just being started; give this one|that is marked as that of another installation: name the database that belongs to it, or give this one) a bucket or a prefix of its own\. .+ (delete the object "[^"]+" there|empty that place)\.$/,
      );
      const winner = said[0] === undefined ? smaller : larger;
      expect([...double.objects].map(([key, { bytes }]) => [key, String(bytes)])).toEqual([
        ['installation', winner],
      ]);
    };

    test('one is refused where neither finds the place marked', async () => {
      together(double, 2, (request) => request.method === 'GET' && isMark(request));
      expectOne(await Promise.all([start(smaller), start(larger)]));
    });

    test('one is refused where both have said that they start before either looks', async () => {
      together(double, 2, ({ method, query }) => method === 'GET' && query.get('prefix') === 'intents/');
      const said = await Promise.all([start(smaller), start(larger)]);
      expectOne(said);
      expect(said[0]).toBeUndefined();
    });

    test.each([
      [smaller, larger],
      [larger, smaller],
    ])('%s that stands still before it marks the place keeps %s out', async (first, second) => {
      const marks = Promise.withResolvers<void>();
      const refused = Promise.withResolvers<void>();
      double.misfortune = (request) => {
        if (request.method !== 'PUT' || !isMark(request)) return undefined;
        marks.resolve();
        return { until: refused.promise };
      };
      const starting = start(first);
      await marks.promise;
      const other = start(second);
      if (first < second) expect(await other).toMatch(/another installation is just being started/);
      else await vi.waitFor(() => expect(looksAtIntents()).toBeGreaterThan(3));
      refused.resolve();
      expect(await starting).toBeUndefined();
      expect(await other).toMatch(/another installation/);
      expect(String(double.objects.get('installation')?.bytes)).toBe(first);
    });
    const looksAtIntents = () =>
      double.requests.filter(({ query }) => query.get('prefix') === 'intents/').length;
  },
);

test('of two installations that start in the same moment one is refused by the condition of a store whose lists are late', async () => {
  const shared = { prefix: 'late/' };
  const [both, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let marks = 0;
  double.misfortune = ({ method, key, query }) => {
    if (query.get('prefix') === 'late/intents/')
      return { status: 200, body: '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>' };
    if (method !== 'PUT' || key !== 'late/installation') return undefined;
    marks += 1;
    if (marks === 2) both.resolve();
    return { until: marks === 1 ? both.promise : ended.promise };
  };
  const starts = [smaller, larger].map((as) => refusal(shared, { as }).finally(() => ended.resolve()));
  const said = await Promise.all(starts);
  expect(said.filter((one) => one === undefined)).toHaveLength(1);
  expect(said.join('')).toMatch(/marked as that of another installation/);
});

test('several servers of one installation that start in the same moment mark an empty place together', async () => {
  const shared = { prefix: 'several/' };
  together(double, 3, ({ method, query }) => method === 'GET' && query.get('prefix') === 'several/intents/');
  expect(await Promise.all([1, 2, 3].map(() => refusal(shared)))).toEqual([undefined, undefined, undefined]);
  expect([...double.objects.keys()].filter((key) => key.startsWith('several/'))).toEqual([
    'several/installation',
  ]);
});

test('a place without a mark is refused, again and again, to a database that knows none of its designs', async () => {
  const shared = { prefix: 'unknown/' };
  const key = `unknown/blobs/ab/ab${'0'.repeat(62)}.${'1'.repeat(40)}`;
  double.objects.set(key, { bytes: Buffer.from('of somebody'), storedAt: 0 });
  for (const said of [await refusal(shared), await refusal(shared)])
    expect(said).toMatch(/names a place with designs that the database does not know/);
  expect([...double.objects.keys()].filter((one) => one.startsWith('unknown/'))).toEqual([key]);
});

test('a place that another server of the installation marks and fills meanwhile is its own', async () => {
  const shared = { prefix: 'filled/' };
  double.misfortune = ({ method, query }) => {
    if (method === 'GET' && query.get('prefix') === 'filled/blobs/')
      for (const [key, text] of [
        ['installation', installation],
        ['blobs/ab/some', 'x'],
      ])
        double.objects.set(`filled/${key}`, { bytes: Buffer.from(text as string), storedAt: 0 });
    return undefined;
  };
  expect(await refusal(shared)).toBeUndefined();
});

test('a start leaves the mark as it is that names another installation too', async () => {
  const shared = { prefix: 'restored/' };
  const restored = 'installation-of-a-backup';
  expect(await refusal(shared)).toBeUndefined();
  const read = Promise.withResolvers<void>();
  const admitted = Promise.withResolvers<void>();
  double.misfortune = ({ method, key }) => {
    if (method !== 'PUT' || !key.startsWith('restored/intents/')) return undefined;
    read.resolve();
    return { until: admitted.promise };
  };
  const starting = refusal(shared);
  await read.promise;
  double.objects.set('restored/installation', {
    bytes: Buffer.from(`${installation}\n${restored}`),
    storedAt: 0,
  });
  admitted.resolve();
  expect(await starting).toBeUndefined();
  expect(await refusal(shared, { as: restored })).toBeUndefined();
});

test('a start that was broken off while it marked the place is named to the other', async () => {
  const shared = { prefix: 'left/' };
  const left = 'left/intents/a-former-installation-of-somebody.0123';
  double.objects.set(left, { bytes: Buffer.from('x'), storedAt: 0 });
  expect(await refusal(shared)).toMatch(
    /delete the object "intents\/a-former-installation-of-somebody\.0123" there\.$/,
  );
  double.objects.delete(left);
  expect(await refusal(shared)).toBeUndefined();
});

const told = (status: number, code: string, region = ''): Misfortune => ({ status, code, region });
const answered = (status: number, body: string): Misfortune => ({
  status,
  body,
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
  [
    'a redirect',
    answered(302, ''),
    /sends on to http:\/\/127\.0\.0\.1:1 \(302\)\. Name that one as endpoint\.$/,
  ],
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
