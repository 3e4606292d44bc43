import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import type { ObjectPlace } from '../config.ts';
import type { AnswerBody } from './answer-body.ts';
import { boundAnswers, boundedAnswer, NoStoreAnswer } from './bounded-answers.ts';
import { type BoundedWork, boundedWork } from './bounded-work.ts';
import { pieceBytes, piecesAtOnce } from './object-bytes.ts';
import {
  type ByteRange,
  ObjectCut,
  ObjectMissing,
  type ObjectStore,
  StoreAway,
  type StoredObject,
  type StoreMeasures,
  type StoreRequest,
  type TakeChunk,
} from './object-store.ts';
import { asStoreError, conditionOutcome } from './s3-refusals.ts';
import { severalAtOnce } from './several-at-once.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

interface S3 {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly place: ObjectPlace;
  readonly measures: Pick<StoreMeasures, 'request'>;
  readonly inTurn: BoundedWork;
}

const triesOfRequest = 3;
const connectMs = 2_000;
/** How long a connection may bring nothing. */
const silenceMs = 10_000;
/** The handler of the SDK begins to listen for silence so much later. */
const handlerWaitsMs = 3_000;
/** Who would wait for a socket within the SDK would soon be told that there is no connection. */
const mostAtOnce = 32;
const mostSockets = 2 * mostAtOnce * piecesAtOnce;
/** Up to this size an object is sent in one piece. */
const largestWholeBytes = 2 * pieceBytes;

/**
 * A bucket of a store that speaks S3. The address is a setting of the administrator, so it is called as it is and
 * not by the guarded client, which is for addresses that callers choose.
 */
export async function s3Objects(parts: {
  place: ObjectPlace;
  measures: Pick<StoreMeasures, 'request'>;
  log: Logger;
}): Promise<ObjectStore> {
  const { place, measures, log } = parts;
  // It takes a fifth of a second to load, so nobody else does.
  const sdk = await import('@aws-sdk/client-s3');
  const { objectGets } = await import('./object-gets.ts');
  const gets = objectGets({ connectMs, silenceMs, mostSockets });
  const client = clientOf(sdk, place, log);
  boundAnswers(client, gets);
  const s3: S3 = { sdk, client, place, measures, inTurn: boundedWork(mostAtOnce) };
  return {
    put: (key, path, sizeBytes) =>
      counted(s3, 'put', key, () =>
        sizeBytes > largestWholeBytes
          ? putParts(s3, key, path, sizeBytes)
          : putWhole(s3, key, path, sizeBytes),
      ),
    putText: (key, text) => counted(s3, 'put', key, () => putBytes(s3, key, Buffer.from(text))),
    putFirstText: (key, text) => counted(s3, 'put', key, () => putFirstText(s3, key, text)),
    get: (key, range) => counted(s3, 'get', key, () => getPiece(s3, key, range)),
    take: (key, range, taken) => counted(s3, 'get', key, () => takePiece(s3, key, range, taken)),
    getText: (key) => getText(s3, key),
    delete: (key) =>
      counted(s3, 'delete', key, async () => {
        await client.send(new sdk.DeleteObjectCommand(objectOf(s3, key)));
      }),
    list: (prefix) => list(s3, prefix),
    endUploads: (before) => endUploads(s3, before),
    close: () => {
      client.destroy();
      gets.close();
    },
  };
}

function clientOf(sdk: Sdk, place: ObjectPlace, log: Logger): S3Client {
  const { endpoint, isPathStyle } = place;
  const region = place.region ?? (endpoint === undefined ? undefined : 'us-east-1');
  const silent = { debug: () => undefined, info: () => undefined };
  const warn = (...words: unknown[]) =>
    log.warn({ words: words.map(String) }, 'the client of the store warns');
  return new sdk.S3Client({
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    // Blobs are compared with their names anyway, and not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: triesOfRequest,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs - handlerWaitsMs,
      httpAgent: { keepAlive: true, maxSockets: mostSockets },
      httpsAgent: { keepAlive: true, maxSockets: mostSockets },
      logger: { ...silent, warn, error: warn },
    },
    logger: { ...silent, warn: () => undefined, error: () => undefined },
  });
}

const objectOf = ({ place }: S3, key: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${key}` });

/** Says in the store's stead what went wrong, and counts. */
async function counted<T>(
  { place, measures, inTurn }: S3,
  kind: StoreRequest,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  let began = performance.now();
  const end = (outcome: 'done' | 'missing' | 'failed') =>
    measures.request(kind, outcome, (performance.now() - began) / 1000);
  try {
    const result = await inTurn(1, () => {
      began = performance.now();
      return work();
    });
    end('done');
    return result;
  } catch (cause) {
    const error = asStoreError(cause, place, key, kind === 'get');
    end(error instanceof StoreAway ? 'failed' : 'missing');
    throw error;
  }
}

async function putBytes(s3: S3, key: string, bytes: Uint8Array, isFirst = false): Promise<void> {
  const { ETag } = await s3.client.send(
    new s3.sdk.PutObjectCommand({
      ...objectOf(s3, key),
      ...(isFirst ? { IfNoneMatch: '*' } : {}),
      Body: bytes,
      ContentLength: bytes.length,
      ContentType: 'application/octet-stream',
    }),
  );
  told(ETag, 'a tag');
}

async function putFirstText(s3: S3, key: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  try {
    await putBytes(s3, key, bytes, true);
  } catch (error) {
    const outcome = conditionOutcome(error);
    if (outcome === 'unknown') await putBytes(s3, key, bytes);
    else if (outcome !== 'not first') throw error;
  }
}

/** A store names what it has taken. A page or a proxy that answers 200 in its place has kept nothing. */
function told(name: string | undefined, what: string): string {
  if (name === undefined || name === '') throw new NoStoreAnswer(`The answer lacks ${what}.`);
  return name;
}

async function putWhole(s3: S3, key: string, path: string, sizeBytes: number): Promise<void> {
  await putBytes(s3, key, await readRange(path, 0, sizeBytes));
}

/** The bytes of a file from a place on. */
async function readRange(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await file.read(bytes, at, length - at, position + at);
      if (bytesRead === 0) throw new Error(`The file ${path} ends before byte ${position + length}.`);
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/** What is not finished is ended, and where that fails too, by the comparison. */
async function putParts(s3: S3, key: string, path: string, sizeBytes: number): Promise<void> {
  const { sdk, client } = s3;
  const object = objectOf(s3, key);
  const begun = await client.send(new sdk.CreateMultipartUploadCommand(object));
  const upload = { ...object, UploadId: told(begun.UploadId, 'an upload') };
  try {
    const Parts = await sendParts(s3, upload, path, sizeBytes);
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  { sdk, client }: S3,
  upload: { Bucket: string; Key: string; UploadId: string },
  path: string,
  sizeBytes: number,
): Promise<{ ETag: string; PartNumber: number }[]> {
  const sent: { ETag: string; PartNumber: number }[] = [];
  const places = Array.from({ length: Math.ceil(sizeBytes / pieceBytes) }, (_, place) => place);
  await severalAtOnce(places, piecesAtOnce, async (place) => {
    const start = place * pieceBytes;
    const PartNumber = place + 1;
    const Body = await readRange(path, start, Math.min(pieceBytes, sizeBytes - start));
    const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body }));
    sent[place] = { ETag: told(ETag, 'a tag'), PartNumber };
  });
  return sent;
}

async function getPiece(s3: S3, key: string, range: ByteRange): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  await takePiece(s3, key, range, (chunk) => chunks.push(chunk) > 0);
  return chunks;
}

/** What breaks off goes on where it broke off: the SDK repeats requests, and nothing after their heads. */
async function takePiece(s3: S3, key: string, range: ByteRange, taken: TakeChunk): Promise<void> {
  let start = range.start;
  for (let tries = 1; ; tries += 1) {
    const { body, fits, cut } = await openPiece(s3, key, { ...range, start });
    try {
      if (!fits) throw cut();
      const isAll = await body.handOn((chunk) => {
        if (chunk.length > range.end + 1 - start) throw cut();
        start += chunk.length;
        return taken(chunk);
      });
      if (isAll && start <= range.end) throw cut();
      return;
    } catch (error) {
      if (start > range.end) return;
      if (error instanceof ObjectCut || tries === triesOfRequest) throw error;
    }
  }
}

interface OpenedPiece {
  readonly body: AnswerBody;
  readonly fits: boolean;
  /** What to say where it has another length. */
  readonly cut: () => Error;
}

async function openPiece(s3: S3, key: string, { start, end, isPart }: ByteRange): Promise<OpenedPiece> {
  const length = end - start + 1;
  // A whole object is asked for as one, so that one which has grown shows by its length.
  const isWhole = start === 0 && length < pieceBytes && isPart !== true;
  const Range = isWhole ? undefined : `bytes=${start}-${end}`;
  const { Body, ContentLength, ContentType, ETag } = await s3.client.send(
    new s3.sdk.GetObjectCommand({ ...objectOf(s3, key), Range }),
  );
  const body = Body as unknown as AnswerBody;
  const isPage = ContentType?.startsWith('text/html') === true;
  const fits = !isPage && (ContentLength ?? length) === length;
  if (!fits) (body as typeof body | undefined)?.destroy?.();
  if (isPage) throw new NoStoreAnswer('A page stands in place of the object.');
  return { body, fits, cut: () => cutOf(key, ETag) };
}

/** A store names the object that it has less or more of; what answers in its place says nothing of the object. */
const cutOf = (key: string, tag: string | undefined): Error =>
  tag === undefined ? new NoStoreAnswer('The answer has another length, and no tag.') : new ObjectCut(key);

const longestTextBytes = 1024;

async function getText(s3: S3, key: string): Promise<string | undefined> {
  try {
    return await counted(s3, 'get', key, async () => {
      const { Body } = await s3.client.send(new s3.sdk.GetObjectCommand(objectOf(s3, key)));
      const chunks: Uint8Array[] = await boundedAnswer(Body as Readable).toArray();
      return Buffer.concat(chunks).toString().slice(0, longestTextBytes);
    });
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}

async function* list(s3: S3, prefix: string): AsyncGenerator<StoredObject> {
  const { sdk, client, place } = s3;
  for (let token: string | undefined; ; ) {
    const { Bucket, Key: Prefix } = objectOf(s3, prefix);
    const asked = { Bucket, Prefix, ...(token === undefined ? {} : { ContinuationToken: token }) };
    const page = await counted(s3, 'list', prefix, () => client.send(new sdk.ListObjectsV2Command(asked)));
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined)
        yield { key: Key.slice(place.prefix.length), storedAt: LastModified?.getTime() ?? 0 };
    const next = page.NextContinuationToken;
    if (page.IsTruncated !== true || next === undefined) return;
    if (next === token) throw asStoreError(new NoStoreAnswer('The list does not go on.'), place, prefix);
    token = next;
  }
}

async function endUploads(s3: S3, before: number): Promise<number> {
  const { sdk, client } = s3;
  const { Bucket, Key: Prefix } = objectOf(s3, 'blobs/');
  let ended = 0;
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const asked = { Bucket, Prefix, ...marker };
    const page = await counted(s3, 'list', Prefix, () =>
      client.send(new sdk.ListMultipartUploadsCommand(asked)),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key?.startsWith(Prefix) !== true || (Initiated?.getTime() ?? before) >= before) continue;
      await counted(s3, 'delete', Key, () =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
      );
      ended += 1;
    }
    if (page.IsTruncated !== true) return ended;
    marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
