import { describe, expect, test } from 'vitest';
import { BadSetting, childEnvironment, readConfig, type SettingName, settingRows } from './config.ts';

test.each(['baseUrl', 'authUrl', 'govBaseUrl'] as const)('%s holds neither user nor password', (name) => {
  const address = 'https://user:password@design.example.com';
  expect(() => readConfig({ [name]: address }, {})).toThrow(
    /_URL: an address with a user is not expected\.$/,
  );
});

describe('settings', () => {
  test('have defaults that can be read', () => {
    const config = readConfig({}, {});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 7700,
      importMaxBytes: 512_000_000,
      fillUrlDays: 14,
      imageUrlDays: 30,
      imageCacheBytes: 5_000_000_000,
    });
    expect(config.maxResponseNodes).toBeUndefined();
    expect(config.tokenHeaders).toEqual(['X-Service-Token', 'X-Figma-Token']);
  });

  test('name hosts as addresses spell them', () => {
    for (const host of ['::1', 'localhost', 'my_server.local', '0.0.0.0'])
      expect(readConfig({ host }, {}).host).toBe(host);
    expect(readConfig({ host: '[::1]' }, {}).host).toBe('::1');
    const hosts = { tlsHosts: '*.example.com, [fe80::1], 10.0.0.1', webHosts: 'WWW.example.net, [::1]:8443' };
    expect(readConfig(hosts, {})).toMatchObject({
      tlsHosts: ['*.example.com', 'fe80::1', '10.0.0.1'],
      webHosts: ['www.example.net', '[::1]:8443'],
    });
  });

  test('name a bucket with what leads to it', () => {
    const blobs = 's3://designs/one/two/?endpoint=https://s3.example.com/&region=eu-west-1&path-style=on';
    expect(readConfig({ blobs }, {}).blobs).toEqual({
      bucket: 'designs',
      prefix: 'one/two/',
      endpoint: 'https://s3.example.com',
      region: 'eu-west-1',
      isPathStyle: true,
    });
    expect(readConfig({}, {}).blobs).toBeUndefined();
  });

  test.each([
    ['postgres://host', 'postgresql://user:p%23q@[::1]:5432/x?sslmode=require'],
    ['postgres:///x', 'postgres://?host=/run/postgresql'],
    ['postgres://user@/x', 'postgres://%2Frun%2Fpostgresql/x'],
  ])('name a database by whatever its driver takes: %s, %s', (...addresses) => {
    for (const databaseUrl of addresses)
      expect(readConfig({ databaseUrl }, {}).databaseUrl).toBe(databaseUrl);
  });

  test('are taken from a flag before the environment before the default', () => {
    const environment = { VITRINE_PORT: '1', VITRINE_HOST: '::1' };
    expect(readConfig({ port: '2' }, environment)).toMatchObject({ port: 2, host: '::1' });
  });

  test.each<[SettingName, string, RegExp]>([
    ['port', '70000', /^VITRINE_PORT: "70000" is not a port/],
    ['port', '-1', /VITRINE_PORT/],
    ['host', '256.1.1.1', /^VITRINE_HOST: "256.1.1.1" is neither an IP address nor the name of a host/],
    ['host', 'my server', /^VITRINE_HOST: "my server" is neither/],
    ['host', '[::1', /neither/],
    ['host', '[127.0.0.1]', /neither/],
    ['host', '::1::', /neither/],
    ['host', 'https://example.com', /neither/],
    ['host', '', /neither/],
    ['tlsHosts', 'a b', /^VITRINE_TLS_HOSTS: "a b" is neither an IP address nor the name of a host/],
    ['tlsHosts', 'design.example.com, 1.2.3.256', /"1.2.3.256" is neither/],
    ['webHosts', '*', /^VITRINE_WEB_HOSTS: "\*" is not a host such as design.example.com/],
    ['webHosts', 'https://www.example.net', /"https:\/\/www.example.net" is not a host/],
    ['webHosts', 'www.example.net/files', /is not a host/],
    ['webHosts', 'a b', /is not a host/],
    ['providerName', 'Acme\nInc', /^VITRINE_PROVIDER_NAME: expected one line of text/],
    ['oidcLabel', 'Acme\nInc', /^VITRINE_OIDC_LABEL: expected one line of text/],
    ['siteProviderName', 'Acme\u0007', /^VITRINE_SITE_PROVIDER_NAME: expected one line of text/],
    [
      'importMaxBytes',
      '1',
      /^VITRINE_IMPORT_MAX_BYTES: "1" is less than 1 KB, and no design is that small\.$/,
    ],
    ['databaseUrl', 'mysql://x', /^DATABASE_URL: expected an address that begins with postgres:\/\//],
    ['databaseUrl', 'postgres:///', /^DATABASE_URL: the address names neither a host nor a database/],
    ['databaseUrl', 'postgres://a:p#q@host/x', /^DATABASE_URL: expected [^#]* # is written as %23, [^#]*$/],
    ['databaseUrl', 'postgres://host:99999/x', /^DATABASE_URL: expected an address such as postgres:/],
    ['databaseDirectUrl', 'postgresql://', /^VITRINE_DATABASE_DIRECT_URL: the address names neither/],
    ['baseUrl', 'design.example.com', /^VITRINE_BASE_URL: "design.example.com" is not an address/],
    ['baseUrl', 'https://host/?q=1', /query/],
    ['blobs', 'https://bucket', /^VITRINE_BLOBS: expected an address such as s3:\/\//],
    ['blobs', 's3://', /"" is not the name of a bucket/],
    ['blobs', 's3://designs/b/c d', /is not a prefix/],
    [
      'blobs',
      's3://key:secret@bucket',
      /^VITRINE_BLOBS: keys do not belong into the address; give them as AWS_[^:]*$/,
    ],
    ['blobs', 's3://bucket?endpoint=https://key:secret@host', /keys do not belong/],
    ['blobs', 's3://bucket?secret=x', /endpoint, region and path-style are expected, not "secret"/],
    ['blobs', 's3://bucket?path-style=yes', /path-style is on or off, not "yes"/],
    [
      'baseUrl',
      'http://design.example.com',
      /^VITRINE_BASE_URL: expected an address that begins with https:/,
    ],
    ['blobs', 's3://bucket?endpoint=host', /"host" is not an address/],
    ['trustedProxies', '10.0.0.0/8, proxy', /^VITRINE_TRUSTED_PROXIES: "proxy" is neither/],
    ['trustedProxies', '10.0.0.0/33', /"10.0.0.0\/33" is neither/],
    ['trustedProxies', '::1/129', /neither/],
    ['tokenHeaders', 'a b', /^VITRINE_TOKEN_HEADERS: "a b" is not the name of a header such as X-/],
    [
      'tokenHeaders',
      'X-Token,Cookie',
      /^VITRINE_TOKEN_HEADERS: "Cookie" is a header that says something else/,
    ],
    ['tokenHeaders', 'authorization', /"authorization" is a header that says something else/],
    ['tokenHeaders', 'X-Forwarded-For', /says something else/],
    ['tokenHeaders', 'Content-Length', /says something else/],
    ['tokenHeaders', 'HOST', /says something else/],
    ['maxResponseNodes', '0', /not a whole number from 1 to 1000000000/],
    ['maxResponseNodes', '1000000001', /from 1 to 1000000000/],
    ['renderThreads', '99999', /^VITRINE_RENDER_THREADS: "99999" is not a whole number from 1 to 256\.$/],
    ['openSnapshots', '100001', /from 1 to 100000/],
    ['oembedPerMinute', '1000001', /from 1 to 1000000/],
    ['fileUpdateQuietMs', '31d', /^VITRINE_FILE_UPDATE_QUIET: "31d" is not a time of up to 30d/],
    ['cacheBytes', '1000001 GB', /^VITRINE_CACHE_BYTES: "1000001 GB" is more than 1,000,000 GB/],
    ['imageCacheBytes', '9'.repeat(400), /is more than/],
    ['fillUrlDays', '15', /up to 14/],
    ['renderTimeoutMs', '0', /not a time above 0 and up to 1d/],
    ['renderTimeoutMs', '60d', /up to 1d/],
    ['imageUrlDays', 'always', /not a number of days/],
    ['importMaxBytes', 'much', /is not a size/],
    ['importMaxBytes', '3 GB', /more than 2 GB/],
    ['testMode', 'maybe', /neither on nor off/],
    ['defaultPlan', 'gold', /starter, professional, organization, enterprise/],
  ])('%s refuses %j with a sentence that names it', (name, text, sentence) => {
    expect(() => readConfig({ [name]: text }, {})).toThrow(BadSetting);
    expect(() => readConfig({ [name]: text }, {})).toThrow(sentence);
  });

  test.each([
    ['4096', 4096],
    ['512 MB', 512_000_000],
    ['1.5GB', 1_500_000_000],
    ['2kb', 2_000],
  ])('a size of %j is %i bytes', (text, bytes) => {
    expect(readConfig({ importMaxBytes: text }, {}).importMaxBytes).toBe(bytes);
  });

  test('each have an environment name and one sentence', () => {
    for (const { environmentName, sentence } of Object.values(settingRows)) {
      expect(environmentName).toMatch(/^(VITRINE_[A-Z_]+|DATABASE_URL)$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe.runIf(process.platform === 'linux')('Processes that draw', () => {
  const ofServer = {
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '4194304',
    MALLOC_ARENA_MAX: '1',
  };

  test('keep the blocks of memory that the server keeps, in as many pools as their threads need', () => {
    expect(childEnvironment({ ...ofServer, PATH: '/bin' })).toEqual({
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_TRIM_THRESHOLD_: '4194304',
      HOME: '/',
      PATH: '/bin',
    });
  });

  test('have what somebody else set', () => {
    const told = { MALLOC_MMAP_THRESHOLD_: '65536', HOME: '/home/a' };
    expect(childEnvironment(told)).toEqual(told);
  });
});
