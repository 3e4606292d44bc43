import type { ObjectPlace } from '../config.ts';
import { ObjectCut, ObjectMissing, StoreAway } from './object-store.ts';

/** What the SDK, the system or the store says of a failure. */
interface Failure extends Error {
  readonly code?: unknown;
  readonly Code?: unknown;
  readonly Region?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: {
    readonly statusCode?: number;
    readonly headers?: Readonly<Record<string, string | undefined>>;
  };
}

interface Told {
  readonly place: ObjectPlace;
  /** Names the store in a sentence. */
  readonly store: string;
  readonly failure: Failure;
}

/** A failure as what the rest of the program knows; what is none of the store's passes as it is. */
export function asStoreError(error: unknown, place: ObjectPlace, key: string, isRead = true): Error {
  if (!(error instanceof Error)) return new StoreAway(`The object store failed: ${String(error)}.`);
  if (error instanceof ObjectCut || error instanceof ObjectMissing || error instanceof StoreAway)
    return error;
  const failure = error as Failure;
  const name = nameOf(failure);
  if (isRead && name === 'NoSuchKey') return new ObjectMissing(key);
  // There is less of it than there should be.
  if (isRead && (name === 'InvalidRange' || statusOf(failure) === 416)) return new ObjectCut(key);
  if (isOfTheDisk(failure)) return error;
  return new StoreAway(sentenceOf(failure, place), { cause: error, isFull: isFull(failure) });
}

/**
 * What a store says of a put on condition that there is nothing yet: another was first, or is just as far; or it does
 * not know conditions. Undefined for any other failure.
 */
export function conditionOutcome(error: unknown): 'not first' | 'unknown' | undefined {
  if (!(error instanceof Error)) return undefined;
  const name = nameOf(error);
  const status = statusOf(error);
  if (status === 412 || name === 'ConditionalRequestConflict') return 'not first';
  return status === 501 || name === 'NotImplemented' ? 'unknown' : undefined;
}

const nameOf = ({ name, Code, code }: Failure): string =>
  ([Code, name === 'Error' ? undefined : name, code].find(
    (word) => typeof word === 'string' && word !== '',
  ) as string) ?? 'Error';

const statusOf = ({ $metadata, $response }: Failure): number =>
  $metadata?.httpStatusCode ?? $response?.statusCode ?? 0;

/** What the system says where a local file cannot be read, and of no connection. */
const diskCodes = new Set(['ENOENT', 'EACCES', 'EIO', 'EISDIR', 'EMFILE', 'ENFILE', 'EBADF']);
const isOfTheDisk = ({ code }: Failure): boolean => diskCodes.has(String(code));

const full = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'InsufficientStorage',
  'StorageFull',
  'EntityTooLarge',
]);
const isFull = (failure: Failure): boolean => full.has(nameOf(failure)) || statusOf(failure) === 507;

function sentenceOf(failure: Failure, place: ObjectPlace): string {
  const store = place.endpoint === undefined ? 'the object store' : `the object store ${place.endpoint}`;
  const told: Told = { failure, place, store };
  // The SDK calls a connection that was broken a time that was over.
  const known =
    byName[String(failure.code)] ?? byName[nameOf(failure)] ?? ofTls(failure) ?? byStatus(failure);
  const sentence = (known ?? (({ store, failure }) => `${store} failed: ${failure.message}.`))(told);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

type Sentence = (told: Told) => string;

const wrongRegion: Sentence = ({ place, failure }) => {
  const region = failure.Region ?? failure.$response?.headers?.['x-amz-bucket-region'];
  const where = typeof region === 'string' && region !== '' ? `: it is in ${region}` : '';
  return `the bucket ${place.bucket} is in another region than the settings say${where}. Name it by region=….`;
};
const unreachable: Sentence = ({ store, failure }) =>
  `${store} cannot be reached (${String(failure.code ?? failure.name)}).`;
const slow: Sentence = ({ store }) => `${store} does not answer in time.`;
const noKeys: Sentence = () =>
  'no keys for the object store were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give them another of the usual ways.';
const wrongKeys: Sentence = ({ store }) => `${store} does not know the access key, or it has ended.`;
const isFullNow: Sentence = ({ store }) => `${store} is full, or the quota of the bucket is used up.`;
const noStore: Sentence = ({ store }) => `what answers at the address of ${store} is no object store.`;

/** By what the store, the SDK or the system calls it. */
const byName: Readonly<Record<string, Sentence>> = {
  NoSuchBucket: ({ place, store }) => `${store} has no bucket ${place.bucket}.`,
  InvalidBucketName: ({ place, store }) => `${store} takes no bucket of the name ${place.bucket}.`,
  AccessDenied: ({ place, store }) =>
    `${store} does not let these keys read and write in the bucket ${place.bucket}.`,
  InvalidAccessKeyId: wrongKeys,
  InvalidToken: wrongKeys,
  ExpiredToken: wrongKeys,
  SignatureDoesNotMatch: ({ store }) => `${store} refuses the signature: the secret key is wrong.`,
  RequestTimeTooSkewed: ({ store }) => `the clocks of this machine and of ${store} are too far apart.`,
  RequestExpired: ({ store }) => `the clocks of this machine and of ${store} are too far apart.`,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  QuotaExceeded: isFullNow,
  XMinioStorageFull: isFullNow,
  StorageFull: isFullNow,
  InsufficientStorage: isFullNow,
  SlowDown: ({ store }) => `${store} has too much to do.`,
  CredentialsProviderError: noKeys,
  TimeoutError: slow,
  ETIMEDOUT: slow,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EPROTO: ({ store }) => `${store} speaks no TLS, or another version of it.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (told) => ofOtherHost(told),
  SyntaxError: noStore,
  NoStoreAnswer: noStore,
};

/** Codes of OpenSSL for a chain that does not hold. */
const trustCodes = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

const ofOtherHost: Sentence = ({ store, failure }) =>
  `the certificate of ${store} is for another host name (${failure.message.replace(/\.$/, '')}). Name the store by a name that stands in its certificate, or give it one with this name.`;

function ofTls({ code, message }: Failure): Sentence | undefined {
  if (String(code).startsWith('ERR_SSL_')) return byName.EPROTO;
  if (!trustCodes.test(String(code))) return undefined;
  return ({ store }) =>
    `the certificate of ${store} is not trusted (${message.replace(/\.$/, '')}). Name its authority by NODE_EXTRA_CA_CERTS.`;
}

function byStatus(failure: Failure): Sentence | undefined {
  const status = statusOf(failure);
  if (/Region is missing/.test(failure.message))
    return () => 'the region of the object store is not known: name it by region=… or AWS_REGION.';
  if (status >= 300 && status < 400) {
    const { location } = failure.$response?.headers ?? {};
    const where = URL.parse(location ?? '')?.origin ?? 'another address';
    return ({ store }) => `${store} sends on to ${where} (${status}). Name that one as endpoint.`;
  }
  if (status === 507) return isFullNow;
  if (status === 403) return byName.AccessDenied;
  if (status >= 500) return ({ store }) => `${store} fails (${status}).`;
  if (status >= 200) return ({ store }) => `${store} answers ${status}, and not as an object store does.`;
  return undefined;
}
