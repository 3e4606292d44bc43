import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmailAddress } from './contract/email-address.ts';

/**
 * Every setting, one row each: environment name, default, how its text is read, and one sentence.
 * `docs/settings.md`, `.env.example` and `vitrine serve --help` are printed from this table.
 */
export const settingRows = {
  host: row('VITRINE_HOST', '127.0.0.1', host, 'Address the server listens on.'),
  port: row('VITRINE_PORT', '7700', port, 'Port the server listens on; `0` takes a free one.'),
  dataFolder: row('VITRINE_DATA', './data', folder, 'Folder that holds the whole installation.'),
  databaseUrl: row(
    'DATABASE_URL',
    '',
    optional(databaseUrl),
    'PostgreSQL address (`postgres://…`) that replaces the embedded database.',
  ),
  blobs: row(
    'VITRINE_BLOBS',
    '',
    optional(objectPlace),
    'Bucket that holds designs, image fills and fonts in place of the data folder, as `s3://bucket/prefix?endpoint=…&region=…&path-style=on`; see several-machines.md.',
  ),
  cacheBytes: row(
    'VITRINE_CACHE_BYTES',
    '20 GB',
    byteSize,
    'Disk space for local copies of what lies in the bucket; above it those not used for longest are removed.',
  ),
  databaseConnections: row(
    'VITRINE_DATABASE_CONNECTIONS',
    '10',
    connections,
    'Connections to PostgreSQL that the server has at the most for its work; a few more are for what has to stay on one.',
  ),
  databaseDirectUrl: row(
    'VITRINE_DATABASE_DIRECT_URL',
    '',
    optional(databaseUrlOrNone),
    'PostgreSQL address past a pooler, where `DATABASE_URL` leads to one; `none` where there is none. Without it `DATABASE_URL`.',
  ),
  roles: row(
    'VITRINE_ROLES',
    'web,jobs,render',
    roles,
    'What this server does beside others: `web` (answers requests), `jobs` (sends to webhooks, and does the work of every hour), `render` (draws images, for all).',
  ),
  baseUrl: row(
    'VITRINE_BASE_URL',
    '',
    optional(clientsUrl),
    'Public address of the interface, where it differs from the listening address; it may end in a path.',
  ),
  authUrl: row('VITRINE_AUTH_URL', '', optional(clientsUrl), 'Public address of the authorization page.'),
  govBaseUrl: row(
    'VITRINE_GOV_BASE_URL',
    '',
    optional(clientsUrl),
    'Public address of the interface in the government region; the interface is served there too.',
  ),
  region: row(
    'VITRINE_REGION',
    'standard',
    oneOf('standard', 'gov'),
    'Region of this installation; with `gov` the addresses that it hands out begin with the government region’s.',
  ),
  webUrl: row('VITRINE_WEB_URL', '', optional(publicUrl), 'Public address of file pages.'),
  webHosts: row(
    'VITRINE_WEB_HOSTS',
    '',
    webHosts,
    'More hosts whose addresses of files oEmbed takes for those of this server, separated by commas.',
  ),
  embedAncestors: row(
    'VITRINE_EMBED_ANCESTORS',
    '*',
    ancestors,
    'Where public files and sites may stand in a frame: `*` for everywhere, `none`, or origins separated by commas.',
  ),
  providerName: row('VITRINE_PROVIDER_NAME', 'Vitrine', words, 'Who oEmbed says provides a file.'),
  siteProviderName: row(
    'VITRINE_SITE_PROVIDER_NAME',
    'Vitrine Sites',
    words,
    'Who oEmbed says provides a published site.',
  ),
  tlsCert: row('VITRINE_TLS_CERT', '', optional(folder), 'Own certificate chain, a PEM file.'),
  tlsKey: row('VITRINE_TLS_KEY', '', optional(folder), 'Private key of the own certificate, a PEM file.'),
  tlsHosts: row(
    'VITRINE_TLS_HOSTS',
    '',
    certificateHosts,
    'More host names and addresses for the certificate that the server makes itself, separated by commas.',
  ),
  secret: row(
    'VITRINE_SECRET',
    '',
    text,
    'What signed addresses, keys of webhooks and payment tokens are derived from, 32 bytes at least; without one the file `secret` in the data folder, which the first start makes.',
  ),
  secretFile: row(
    'VITRINE_SECRET_FILE',
    '',
    optional(folder),
    'File that holds that secret, in place of the setting.',
  ),
  oldSecret: row(
    'VITRINE_SECRET_OLD',
    '',
    text,
    'The secret before it: addresses and payment tokens made with it still work, webhooks are signed with both, and tokens of upstreams are sealed with the new one.',
  ),
  oldSecretFile: row(
    'VITRINE_SECRET_OLD_FILE',
    '',
    optional(folder),
    'File that holds the secret before, in place of the setting.',
  ),
  adminTokenFile: row(
    'VITRINE_ADMIN_TOKEN_FILE',
    '',
    optional(folder),
    'File with the token of the installation’s administrator, 32 bytes at least, made where it is not there; without one `admin-token` in the data folder.',
  ),
  trustedProxies: row(
    'VITRINE_TRUSTED_PROXIES',
    '',
    addressList,
    'Addresses or ranges of proxies whose `X-Forwarded-*` headers count, separated by commas.',
  ),
  connections: row(
    'VITRINE_CONNECTIONS',
    '10000',
    wholeUpTo(1_000_000),
    'Connections of clients, at the most, that are open at once; fewer where the system gives too few descriptors.',
  ),
  connectionsOfOne: row(
    'VITRINE_CONNECTIONS_PER_ADDRESS',
    '1000',
    wholeUpTo(1_000_000),
    'How many of these one address may have, for IPv6 its first 64 bits; trusted proxies may have all. A balancer that is none, since it passes TLS on, needs what its clients need together.',
  ),
  allowHttp: row('VITRINE_ALLOW_HTTP', 'off', onOff, 'Also serves plain HTTP, to loopback addresses only.'),
  drainMs: row(
    'VITRINE_DRAIN',
    '0s',
    drainTime,
    'How long requests are still taken after the signal to stop, so that balancers notice; up to 1h.',
  ),
  managementPort: row(
    'VITRINE_MANAGEMENT_PORT',
    '',
    optional(port),
    'Port that answers `/health`, `/ready` and `/metrics` in plain HTTP, to anybody who reaches it, and nothing else.',
  ),
  reusePort: row(
    'VITRINE_REUSE_PORT',
    'off',
    onOff,
    'Lets other processes of the same user that serve the same installation, with PostgreSQL and a bucket, listen on the same port; the system shares connections out. On Linux and FreeBSD.',
  ),
  tokenHeaders: row(
    'VITRINE_TOKEN_HEADERS',
    'X-Service-Token,X-Figma-Token',
    tokenHeaderNames,
    'Headers that carry a personal access token, separated by commas.',
  ),
  maxResponseNodes: row(
    'VITRINE_MAX_RESPONSE_NODES',
    '',
    optional(wholeUpTo(1_000_000_000)),
    'Largest number of nodes in one answer; above it the request is refused as too large.',
  ),
  fillUrlDays: row(
    'VITRINE_FILL_URL_DAYS',
    '14',
    days(14),
    'Lifetime of the addresses of image fills, in days; 14 at the most.',
  ),
  imageUrlDays: row(
    'VITRINE_IMAGE_URL_DAYS',
    '30',
    daysOrNever,
    'Lifetime of the addresses of rendered images, in days; `never` lets them live on.',
  ),
  imageCacheBytes: row(
    'VITRINE_IMAGE_CACHE_BYTES',
    '5 GB',
    byteSize,
    'Disk space for rendered images, and as much in the bucket where several servers share them; above it those not used for longest are removed, and rendered again when asked for.',
  ),
  renderThreads: row(
    'VITRINE_RENDER_THREADS',
    '',
    optional(wholeUpTo(256)),
    'How many images are rendered at once, each in a process of its own; one for each core where nothing is said.',
  ),
  openSnapshots: row(
    'VITRINE_OPEN_SNAPSHOTS',
    '256',
    wholeUpTo(100_000),
    'How many versions of designs, at the most, are kept open to be read; one more closes that which was read longest ago. Fewer take less memory.',
  ),
  renderTimeoutMs: row(
    'VITRINE_RENDER_TIMEOUT',
    '30s',
    timeLimit,
    'How long rendering one node may take; a node that takes longer has no image.',
  ),
  fileUpdateQuietMs: row(
    'VITRINE_FILE_UPDATE_QUIET',
    '30m',
    quietTime,
    'How long a file is left alone before webhooks are told FILE_UPDATE; `0` tells each change at once.',
  ),
  webhookAllow: row(
    'VITRINE_WEBHOOK_ALLOW',
    '',
    addressList,
    'Private addresses or ranges that webhooks may be sent to, also without TLS, separated by commas.',
  ),
  webhookTimeoutMs: row(
    'VITRINE_WEBHOOK_TIMEOUT',
    '30s',
    timeLimit,
    'How long the receiver of a webhook may take to answer.',
  ),
  upstreamAllow: row(
    'VITRINE_UPSTREAM_ALLOW',
    '',
    addressList,
    'Private addresses or ranges that designs may be read from, separated by commas.',
  ),
  fontsOnline: row(
    'VITRINE_FONTS_ONLINE',
    'on',
    onOff,
    'With `off`, no fonts are fetched from the open catalogue by npm.',
  ),
  readThrough: row(
    'VITRINE_READ_THROUGH',
    '',
    optional(text),
    'Id or name of an upstream: files that are not here are read there when somebody of its organization first asks for them, and kept current from then on.',
  ),
  activityLogDays: row(
    'VITRINE_ACTIVITY_LOG_DAYS',
    '730',
    days(36_500),
    'How long activity logs and texts for discovery are kept, in days.',
  ),
  developerLogDays: row(
    'VITRINE_DEVELOPER_LOG_DAYS',
    '30',
    days(30),
    'How long developer logs are kept, in days; 30 at the most.',
  ),
  defaultPlan: row(
    'VITRINE_DEFAULT_PLAN',
    'enterprise',
    oneOf('starter', 'professional', 'organization', 'enterprise'),
    'Plan of an organization that names none.',
  ),
  projectsApproval: row(
    'VITRINE_PROJECTS_APPROVAL',
    'off',
    oneOf('off', 'required'),
    'With `required`, the lists of projects and folders are closed to all but approved apps and people; public apps get none either way.',
  ),
  rateLimits: row(
    'VITRINE_RATE_LIMITS',
    'off',
    limitsOrFile,
    'Limits to how often the interface is called: `off`, `original`, or a file with numbers by plan, seat and tier.',
  ),
  oembedPerMinute: row(
    'VITRINE_OEMBED_PER_MINUTE',
    '120',
    wholeUpTo(1_000_000),
    'Calls of oEmbed that one person may make in a minute; limited even where nothing else is.',
  ),
  smtpUrl: row(
    'VITRINE_SMTP_URL',
    '',
    optional(mailServer),
    'Mail server for invitations and forgotten passwords, as `smtps://user:password@mail.example.com`; see people.md.',
  ),
  mailFrom: row(
    'VITRINE_MAIL_FROM',
    '',
    optional(mailbox),
    'Sender of mails, as `design@example.com`; needed with a mail server.',
  ),
  importMaxBytes: row(
    'VITRINE_IMPORT_MAX_BYTES',
    '512 MB',
    readableSize,
    'Largest design that is taken; larger ones are refused with 413.',
  ),
  oidcIssuer: row(
    'VITRINE_OIDC_ISSUER',
    '',
    optional(issuer),
    'Provider of OpenID Connect at which people sign in, as its own address names it; see single-sign-on.md.',
  ),
  oidcClientId: row('VITRINE_OIDC_CLIENT_ID', '', text, 'What the provider calls this installation.'),
  oidcClientSecret: row(
    'VITRINE_OIDC_CLIENT_SECRET',
    '',
    text,
    'Secret that proves it; without one PKCE alone does.',
  ),
  oidcClientSecretFile: row(
    'VITRINE_OIDC_CLIENT_SECRET_FILE',
    '',
    optional(folder),
    'File that holds that secret, in place of the setting.',
  ),
  oidcLabel: row(
    'VITRINE_OIDC_LABEL',
    'single sign-on',
    words,
    'What the button on the sign-in page says behind “Sign in with”.',
  ),
  oidcOnly: row(
    'VITRINE_OIDC_ONLY',
    'off',
    onOff,
    'With `on`, passwords open the accounts of administrators of the installation and no others.',
  ),
  oidcCreateIn: row(
    'VITRINE_OIDC_CREATE_IN',
    '',
    text,
    'Id of the organization in which people get an account when they first come from the provider; without it they get none.',
  ),
  oidcCreateSeat: row(
    'VITRINE_OIDC_CREATE_SEAT',
    'view',
    oneOf('full', 'dev', 'collab', 'view'),
    'Seat that they get.',
  ),
  oidcDomains: row(
    'VITRINE_OIDC_DOMAINS',
    '',
    list,
    'Domains that e-mail addresses of people from the provider have to be of, separated by commas; without it any.',
  ),
  oidcTimeoutMs: row(
    'VITRINE_OIDC_TIMEOUT',
    '10s',
    timeLimit,
    'How long the provider may take to answer, all calls of one sign-in together.',
  ),
  testMode: row(
    'VITRINE_TEST_MODE',
    'off',
    onOff,
    'Adds `/test/v1`: a movable clock, separate worlds, faults. Passwords that are set in it are hashed at next to no cost.',
  ),
  testModeAnywhere: row(
    'VITRINE_TEST_MODE_ANYWHERE',
    'off',
    onOff,
    'Lets test mode listen on other addresses than loopback.',
  ),
  logLevel: row(
    'VITRINE_LOG_LEVEL',
    'info',
    oneOf('silent', 'error', 'warn', 'info', 'debug'),
    'How much is logged.',
  ),
} as const;

export type SettingName = keyof typeof settingRows;
export type Config = { readonly [Name in SettingName]: ReturnType<(typeof settingRows)[Name]['read']> };

/** A setting whose text cannot be read; the sentence names it. */
export class BadSetting extends Error {
  constructor(environmentName: string, reason: string) {
    super(`${environmentName}: ${reason}`);
    this.name = 'BadSetting';
  }
}

/**
 * The settings: what is given (by a command's flags) before the environment before the default.
 * @throws BadSetting
 */
export function readConfig(
  given: Partial<Record<SettingName, string>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const entries = Object.entries(settingRows).map(([name, setting]) => {
    const value = given[name as SettingName] ?? environment[setting.environmentName] ?? setting.default;
    try {
      return [name, setting.read(value.trim())];
    } catch (error) {
      throw new BadSetting(setting.environmentName, (error as Error).message);
    }
  });
  return Object.fromEntries(entries) as Config;
}

/** The environment of this process, for commands that hand it on to another program. */
export const processEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Names of what a program needs of its environment: places, language, and how memory and libraries are had. */
const neededByPrograms =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_.*|TZ|LD_.*|DYLD_.*|MALLOC_.*|GLIBC_TUNABLES|NODE_COMPILE_CACHE|SYSTEMROOT|WINDIR)$/i;

/**
 * The C library keeps large blocks by itself, in pieces that later ones do not fit: from 1 MB on it gives them back so.
 * Smaller ones stay: encoding a large picture takes hundreds of 140 KB and drops them again, and each would have its
 * memory made anew by the system.
 */
const keptBlocks = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '4194304' };
/** As `bin/vitrine.mjs` and the image start a server: what it sends stays, and pictures do not. */
const blocksOfServer: NodeJS.ProcessEnv = { ...keptBlocks, MALLOC_ARENA_MAX: '1' };

/** Libraries ask for the home of the user, which the system does not know of every user. */
const noHome = { HOME: '/' };

/** The environment of processes that work on what strangers sent: no setting and no secret is in it. */
export function childEnvironment(own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const needed = Object.entries(own).filter(
    ([name, value]) => neededByPrograms.test(name) && value !== blocksOfServer[name],
  );
  const isTold = needed.some(([name]) => /^(MALLOC_.*|GLIBC_TUNABLES|LD_PRELOAD)$/.test(name));
  const isLinux = process.platform === 'linux';
  return { ...noHome, ...(isLinux && !isTold ? keptBlocks : {}), ...Object.fromEntries(needed) };
}

/** What npm reads of its environment: its own settings, and how the network is reached. */
const readByNpm = /^(npm_config_.*|https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

/** The environment of npm: no setting and no secret of ours is in it. */
export function npmEnvironment(own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const ofNpm = Object.entries(own).filter(([name]) => readByNpm.test(name));
  return { ...childEnvironment(own), ...Object.fromEntries(ofNpm) };
}

interface SettingRow<T> {
  readonly environmentName: string;
  readonly default: string;
  readonly read: (text: string) => T;
  readonly sentence: string;
}

function row<T>(
  environmentName: string,
  defaultText: string,
  read: (text: string) => T,
  sentence: string,
): SettingRow<T> {
  return { environmentName, default: defaultText, read, sentence };
}

function text(value: string): string {
  return value;
}

function folder(value: string): string {
  return resolve(value);
}

function limitsOrFile(value: string): string {
  return value === 'off' || value === 'original' ? value : folder(value);
}

function optional<T>(read: (text: string) => T): (text: string) => T | undefined {
  return (value) => (value === '' ? undefined : read(value));
}

function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const headerForm = /^[\w!#$%&'*+.^`|~-]+$/;

/** Headers that say something else: of connections, what is sent, browsers and proxies, and of other ways in. */
const headersWithMeaning =
  /^(accept|authorization|cache-control|connection|cookie2?|date|expect|forwarded|from|host|keep-alive|origin|pragma|range|referer|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|x-real-ip)$/;
const familiesWithMeaning = /^(accept|content|if|proxy|sec|x-forwarded|access-control)-/;

/** Names of headers that hold a token and nothing else. */
function tokenHeaderNames(value: string): readonly string[] {
  const names = list(value);
  for (const name of names) {
    if (!headerForm.test(name))
      throw new Error(`"${name}" is not the name of a header such as X-Service-Token.`);
    const plain = name.toLowerCase();
    if (headersWithMeaning.test(plain) || familiesWithMeaning.test(plain))
      throw new Error(
        `"${name}" is a header that says something else; expected one such as X-Service-Token.`,
      );
  }
  return names;
}

const longestName = 100;

function words(value: string): string {
  if (value === '' || value.length > longestName) throw new Error(`expected 1 to ${longestName} characters.`);
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value))
    throw new Error('expected one line of text, without control characters.');
  return value;
}

const hostForm = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;

/** A name, or an address of IPv4 or IPv6, the latter also in brackets. */
function host(value: string): string {
  const bare = value.replace(/^\[(.*)\]$/, '$1');
  const isAddress = isIP(bare) === 6 || (bare === value && hostForm.test(value));
  if (!isAddress || !URL.canParse(`https://${bare.includes(':') ? `[${bare}]` : bare}`))
    throw new Error(`"${value}" is neither an IP address nor the name of a host such as design.example.com.`);
  return bare;
}

/** The first part of a name may stand for all. */
function certificateHosts(value: string): readonly string[] {
  return list(value).map((item) => (item.startsWith('*.') ? `*.${host(item.slice(2))}` : host(item)));
}

/** As addresses spell them, with a port where it is not the usual one. */
function webHosts(value: string): readonly string[] {
  return list(value).map((item) => {
    const url = URL.parse(`https://${item}`);
    if (url === null || item.includes('*') || url.href !== `https://${url.host}/`)
      throw new Error(`"${item}" is not a host such as design.example.com or design.example.com:8443.`);
    return url.host;
  });
}

const originForm = /^https?:\/\/(\*\.)?[a-z0-9.-]+(:(\d{1,5}|\*))?$|^https?:\/\/\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** What `frame-ancestors` says besides this server itself. */
function ancestors(value: string): readonly string[] {
  const items = list(value);
  if (items.length === 1 && (items[0] === '*' || items[0] === 'none')) return items[0] === '*' ? ['*'] : [];
  const wrong = items.find((item) => !originForm.test(item));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not an origin such as https://wiki.example.com.`);
  if (items.length === 0) throw new Error('expected `*`, `none` or origins.');
  return items;
}

function addressList(value: string): readonly string[] {
  const items = list(value);
  for (const item of items) {
    const [address = '', bits = '0'] = item.split('/');
    const mostBits = isIP(address) === 4 ? 32 : 128;
    if (!isIP(address) || !/^\d{1,3}$/.test(bits) || Number(bits) > mostBits) {
      throw new Error(`"${item}" is neither an IP address nor a range such as 10.0.0.0/8.`);
    }
  }
  return items;
}

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new Error(`"${value}" is not a port; expected a whole number from 0 to 65535.`);
  }
  return Number(value);
}

function wholeUpTo(most: number): (text: string) => number {
  return (value) => {
    if (!/^[1-9]\d*$/.test(value) || Number(value) > most)
      throw new Error(`"${value}" is not a whole number from 1 to ${most}.`);
    return Number(value);
  };
}

/** A change that meets others again and again takes two. */
function connections(value: string): number {
  if (!/^([2-9]|[1-9]\d{1,3})$/.test(value))
    throw new Error(`"${value}" is not a whole number from 2 to 9999.`);
  return Number(value);
}

function days(most: number): (text: string) => number {
  return (value) => {
    if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0 || Number(value) > most) {
      throw new Error(`"${value}" is not a number of days above 0 and up to ${most}.`);
    }
    return Number(value);
  };
}

const mostDays = 36_500;

function daysOrNever(value: string): number | 'never' {
  return value === 'never' ? value : days(mostDays)(value);
}

const durationUnitsMs: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3 };

/** Reads `30m`, `45s`, `1h`, `0` into milliseconds. */
function duration(value: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(value);
  if (value === '0') return 0;
  if (match === null) throw new Error(`"${value}" is not a time such as 30s, 30m or 2h.`);
  return Number(match[1]) * (durationUnitsMs[match[2] ?? ''] ?? 0);
}

const longestDrainMs = 3_600_000;

function drainTime(value: string): number {
  const ms = duration(value);
  if (ms > longestDrainMs) throw new Error(`"${value}" is not a time of up to 1h.`);
  return ms;
}

const longestQuietMs = 30 * 86_400_000;

function quietTime(value: string): number {
  const ms = duration(value);
  if (ms > longestQuietMs) throw new Error(`"${value}" is not a time of up to 30d.`);
  return ms;
}

const longestLimitMs = 86_400_000;

function timeLimit(value: string): number {
  const ms = duration(value);
  if (ms === 0 || ms > longestLimitMs) throw new Error(`"${value}" is not a time above 0 and up to 1d.`);
  return ms;
}

function onOff(value: string): boolean {
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['off', 'false', '0', 'no', ''].includes(value.toLowerCase())) return false;
  throw new Error(`"${value}" is neither on nor off.`);
}

function oneOf<const Choice extends string>(...choices: Choice[]): (text: string) => Choice {
  return (value) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new Error(`"${value}" is not one of ${choices.join(', ')}.`);
    return choice;
  };
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

const mostBytes = 1e15;

/** Reads `512 MB`, `4096`, `1.5GB`; a unit is a power of ten. */
function byteSize(value: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(value);
  const unit = byteUnits[match?.[2]?.toUpperCase() ?? 'none'];
  if (match === null || unit === undefined) {
    throw new Error(`"${value}" is not a size such as 512 MB.`);
  }
  const sizeBytes = Math.round(Number(match[1]) * unit);
  if (sizeBytes > mostBytes) throw new Error(`"${value}" is more than 1,000,000 GB, the most that is taken.`);
  return sizeBytes;
}

/** A file is read whole to be compiled, and Node reads no larger one. */
const mostReadableBytes = 2_000_000_000;
const leastDesignBytes = 1000;

function readableSize(value: string): number {
  const sizeBytes = byteSize(value);
  if (sizeBytes < leastDesignBytes)
    throw new Error(`"${value}" is less than 1 KB, and no design is that small.`);
  if (sizeBytes > mostReadableBytes)
    throw new Error(`"${value}" is more than 2 GB, the most that can be read.`);
  return sizeBytes;
}

function publicUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw new Error(`"${value}" is not an address such as https://design.example.com.`);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Error(`"${value}" has a query or a fragment; only a host and a path are expected.`);
  }
  if (url.username !== '' || url.password !== '') throw new Error('an address with a user is not expected.');
  return value.replace(/\/+$/, '');
}

function issuer(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new Error(`"${value}" is not an address such as https://login.example.com.`);
  }
  if (url.username !== '' || url.password !== '') throw new Error('an address with a user is not expected.');
  return value;
}

/** Where mails are handed over. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Empty where the server asks nobody who they are. */
  readonly user: string;
  readonly password: string;
  readonly tls: 'at once' | 'before the mail' | 'never';
}

/** Reads `smtps://…` and `smtp://…`. The address may hold a password, so no refusal repeats it. */
function mailServer(value: string): MailServer {
  const url = URL.parse(value);
  const isSecure = url?.protocol === 'smtps:';
  if (url === null || !(isSecure || url.protocol === 'smtp:') || url.hostname === '')
    throw new Error('expected an address such as smtps://user:password@mail.example.com.');
  const starttls = url.searchParams.get('starttls');
  if ([...url.searchParams.keys()].some((name) => name !== 'starttls') || !['off', null].includes(starttls))
    throw new Error('after the host of a mail server only ?starttls=off is expected.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = /^(localhost|127\.[\d.]+|::1)$/.test(host);
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tls: isSecure ? 'at once' : starttls === 'off' || isHere ? 'never' : 'before the mail',
  };
}

function mailbox(value: string): string {
  if (!isEmailAddress(value)) throw new Error(`"${value}" is not one e-mail address.`);
  return value;
}

/** What is handed out to clients; plain HTTP is served to this machine alone. */
function clientsUrl(value: string): string {
  const url = publicUrl(value);
  const isPlain = url.startsWith('http://') && !/^http:\/\/(localhost|127\.[\d.]+|\[::1\])([:/]|$)/.test(url);
  if (isPlain) throw new Error('expected an address that begins with https://, which is all that is served.');
  return url;
}

const exampleDatabase = 'postgres://vitrine@db.example.com/vitrine';

/** Reads an address that the driver of PostgreSQL takes. It may hold a password, so no refusal repeats it. */
function databaseUrl(value: string): string {
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new Error('expected an address that begins with postgres://.');
  }
  if (/^\w+:\/\/\/?$/.test(value))
    throw new Error(
      `the address names neither a host nor a database; expected one such as ${exampleDatabase}.`,
    );
  // Its driver takes an address without a host behind a user, too.
  if (!URL.canParse(value.replace('@/', '@localhost/')))
    throw new Error(
      `expected an address such as ${exampleDatabase}; in a password # is written as %23, / as %2F.`,
    );
  return value;
}

function databaseUrlOrNone(value: string): string {
  return value === 'none' ? value : databaseUrl(value);
}

export const everyRole = ['web', 'jobs', 'render'] as const;

export type Role = (typeof everyRole)[number];

function roles(value: string): readonly Role[] {
  const named = list(value);
  const unknown = named.find((name) => !everyRole.some((role) => role === name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not one of ${everyRole.join(', ')}.`);
  if (named.length === 0) throw new Error(`expected some of ${everyRole.join(', ')}.`);
  return everyRole.filter((role) => named.includes(role));
}

/** Where blobs are kept as objects. Keys come from the environment in the usual ways, never from here. */
export interface ObjectPlace {
  readonly bucket: string;
  /** Begins the key of every object; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Address of the store; that of the region where it is undefined. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** The bucket stands in the path of an address, and not in its host. */
  readonly isPathStyle: boolean;
}

const placeForm = /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const bucketForm = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const prefixForm = /^[A-Za-z0-9._/-]{0,200}$/;

const keysInAddress = (): Error =>
  new Error('keys do not belong into the address; give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');

/** Reads `s3://bucket/prefix?…`. */
function objectPlace(value: string): ObjectPlace {
  const [whole, bucket = '', path = '', query = ''] = placeForm.exec(value) ?? [];
  if (whole === undefined)
    throw new Error('expected an address such as s3://bucket/prefix?region=eu-central-1.');
  if (bucket.includes('@')) throw keysInAddress();
  if (!bucketForm.test(bucket)) throw new Error(`"${bucket}" is not the name of a bucket.`);
  const prefix = path.replace(/^\/+|\/+$/g, '');
  if (!prefixForm.test(prefix))
    throw new Error(`"${prefix}" is not a prefix of letters, digits, dots, dashes and slashes.`);
  const given = new URLSearchParams(query);
  const unknown = [...given.keys()].find((name) => !['endpoint', 'region', 'path-style'].includes(name));
  if (unknown !== undefined)
    throw new Error(`after the bucket endpoint, region and path-style are expected, not "${unknown}".`);
  const endpoint = given.get('endpoint') ?? undefined;
  if (endpoint?.includes('@')) throw keysInAddress();
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint === undefined ? undefined : publicUrl(endpoint),
    region: given.get('region') ?? undefined,
    isPathStyle: pathStyle(given.get('path-style')),
  };
}

function pathStyle(value: string | null): boolean {
  if (value !== null && value !== 'on' && value !== 'off')
    throw new Error(`path-style is on or off, not "${value}".`);
  return value === 'on';
}
