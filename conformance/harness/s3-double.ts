import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type S3Keys, signatureFault } from './s3-signature.ts';

interface Stored {
  bytes: Buffer;
  storedAt: number;
}

interface Upload {
  readonly key: string;
  startedAt: number;
  readonly parts: Map<number, Buffer>;
}

/** What befalls a request in place of its answer. */
export type Misfortune =
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
  /** An error of S3 by its code. */
  | { readonly status: number; readonly code: string; readonly region?: string }
  /** The connection ends, before the answer or in its middle. */
  | { readonly breaks: 'at once' | 'in the middle' }
  /** The connection ends once half of the object, or of its range, is sent. */
  | { readonly breaks: 'half way' }
  /** An answer of this status whose body never ends. */
  | { readonly endless: number }
  | { readonly waitsMs: number }
  /** It goes on once that has come. */
  | { readonly until: Promise<unknown> };

/** A request as misfortunes and tests see it. */
export interface S3Request {
  readonly method: string;
  /** Below the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
  /** Bytes that were asked for, as in HTTP. */
  readonly range?: string | undefined;
}

/** A store of objects as S3 speaks, in the memory of the tests, with one bucket. */
export interface S3Double {
  /** `s3://…`, as `VITRINE_BLOBS` names it. */
  readonly setting: string;
  readonly url: string;
  readonly keys: S3Keys;
  /** What a process needs to be let in. */
  readonly env: Record<string, string>;
  readonly objects: Map<string, Stored>;
  readonly uploads: Map<string, Upload>;
  readonly requests: S3Request[];
  /** Asked before each request; answers nothing where it goes on as usual. */
  misfortune: ((request: S3Request) => Misfortune | undefined) | undefined;
  close(): Promise<void>;
}

export interface S3DoubleOptions {
  readonly bucket?: string;
  readonly region?: string;
  /** How many keys a page of a list has; few, so that tests see pages. */
  readonly pageSize?: number;
  /** What becomes of a put on condition that there is nothing yet; stores differ in it. */
  readonly conditions?: 'held to' | 'passed over' | 'refused';
}

interface Call extends S3Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

const keys: S3Keys = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };

export async function openS3Double(options: S3DoubleOptions = {}): Promise<S3Double> {
  const { bucket = 'designs', region = 'us-east-1', pageSize = 100, conditions = 'held to' } = options;
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: S3Double = {
    setting: `s3://${bucket}/design-server?endpoint=${url}&region=${region}&path-style=on`,
    url,
    keys,
    env: { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    misfortune: undefined,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const [, named = '', ...rest] = decodeURIComponent(pathname).split('/');
    const { range } = request.headers;
    const method = request.method ?? '';
    const call: Call = { method, key: rest.join('/'), query, range, request, response, body };
    double.requests.push({ method: call.method, key: call.key, query, range });
    const misfortune = double.misfortune?.(call);
    if (misfortune !== undefined && 'breaks' in misfortune && misfortune.breaks === 'half way')
      return sendHalf(double, call);
    if (misfortune !== undefined && (await befall(misfortune, call))) return;
    const fault = signatureFault(request, body, { keys, region, now: Date.now() });
    if (fault !== undefined) refuse(call, 403, fault, region);
    else if (named !== bucket) refuse(call, 404, 'NoSuchBucket');
    else answer(double, call, { pageSize, conditions });
  }
  return double;
}

async function sendHalf(double: S3Double, { key, range, response }: Call): Promise<void> {
  const bytes = double.objects.get(key)?.bytes ?? Buffer.alloc(0);
  const [, from = 0, to = bytes.length - 1] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = bytes.subarray(Number(from), Number(to) + 1);
  response.writeHead(range === undefined ? 200 : 206, { 'content-length': part.length, etag: etagOf(bytes) });
  await new Promise((sent) => response.write(part.subarray(0, part.length / 2), sent));
  response.destroy();
}

/** Says whether that was all. */
async function befall(misfortune: Misfortune, call: Call): Promise<boolean> {
  const { response } = call;
  if ('waitsMs' in misfortune || 'until' in misfortune) {
    await ('until' in misfortune ? misfortune.until : wait(misfortune.waitsMs));
    return false;
  }
  if ('endless' in misfortune) {
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536, 'A')) });
    pipeline(endless, response.writeHead(misfortune.endless), () => undefined);
    return true;
  }
  if ('code' in misfortune) {
    refuse(call, misfortune.status, misfortune.code, misfortune.region);
    return true;
  }
  if ('status' in misfortune) {
    response.writeHead(misfortune.status, misfortune.headers).end(misfortune.body);
    return true;
  }
  if (misfortune.breaks === 'in the middle') {
    response.writeHead(200, { 'content-length': 1_000_000 }).write('half');
    await wait(20);
  }
  response.destroy();
  return true;
}

function refuse({ response }: Call, status: number, code: string, region = ''): ServerResponse {
  const xml = `<Error><Code>${code}</Code><Message>${code}</Message><Region>${region}</Region></Error>`;
  return response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

type Manner = Required<Pick<S3DoubleOptions, 'pageSize' | 'conditions'>>;

function answer(double: S3Double, call: Call, { pageSize, conditions }: Manner): ServerResponse {
  const { method, key, query } = call;
  if (key === '' && query.has('uploads')) return listUploads(double, call, pageSize);
  if (key === '') return list(double, call, pageSize);
  if (query.has('uploads') || query.has('uploadId')) return upload(double, call);
  if (method === 'PUT') return put(double, call, conditions);
  if (method === 'DELETE') {
    double.objects.delete(key);
    return call.response.writeHead(204).end();
  }
  return get(double, call);
}

const etags = new WeakMap<Uint8Array, string>();

/** Of what was stored; parts of it are asked for many times. */
function etagOf(bytes: Uint8Array): string {
  const etag = etags.get(bytes) ?? `"${createHash('md5').update(bytes).digest('hex')}"`;
  etags.set(bytes, etag);
  return etag;
}

/** As S3 names what came in parts, of which the whole is hashed by nobody. */
function etagOfParts(ofParts: readonly string[]): string {
  const hash = createHash('md5');
  for (const etag of ofParts) hash.update(etag.replaceAll('"', ''), 'hex');
  return `"${hash.digest('hex')}-${ofParts.length}"`;
}

function put({ objects }: S3Double, call: Call, conditions: Manner['conditions']): ServerResponse {
  const { key, body, request, response } = call;
  if (request.headers['if-none-match'] === '*') {
    if (conditions === 'refused') return refuse(call, 501, 'NotImplemented');
    if (conditions === 'held to' && objects.has(key)) return refuse(call, 412, 'PreconditionFailed');
  }
  objects.set(key, { bytes: body, storedAt: Date.now() });
  return response.writeHead(200, { etag: etagOf(body) }).end();
}

function get({ objects }: S3Double, call: Call): ServerResponse {
  const { key, request, response } = call;
  const bytes = objects.get(key)?.bytes;
  if (bytes === undefined) return refuse(call, 404, 'NoSuchKey');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || to === undefined) {
    return response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) }).end(bytes);
  }
  if (Number(from) >= bytes.length) return refuse(call, 416, 'InvalidRange');
  const part = bytes.subarray(Number(from), Number(to) + 1);
  const last = Number(from) + part.length - 1;
  const range = `bytes ${from}-${last}/${bytes.length}`;
  const headers = { 'content-length': part.length, 'content-range': range, etag: etagOf(bytes) };
  return response.writeHead(206, headers).end(part);
}

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const timeOf = (ms: number): string => new Date(ms).toISOString();

function sendXml({ response }: Call, root: string, content: string): ServerResponse {
  response.writeHead(200, { 'content-type': 'application/xml' });
  return response.end(`<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`);
}

/** Keys come in no order that means anything, so that nobody relies on one. */
function list({ objects }: S3Double, call: Call, pageSize: number): ServerResponse {
  const prefix = call.query.get('prefix') ?? '';
  const after = call.query.get('continuation-token') ?? '';
  const sorted = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? 1 : -1));
  const rest = after === '' ? sorted : sorted.filter(([key]) => key < after);
  const page = rest.slice(0, pageSize);
  const isTruncated = rest.length > page.length;
  const next = `<NextContinuationToken>${xmlText(page.at(-1)?.[0] ?? '')}</NextContinuationToken>`;
  const contents = page.map(
    ([key, { bytes, storedAt }]) =>
      `<Contents><Key>${xmlText(key)}</Key><LastModified>${timeOf(storedAt)}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const head = `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}`;
  return sendXml(call, 'ListBucketResult', `${head}${contents.join('')}`);
}

function listUploads({ uploads }: S3Double, call: Call, pageSize: number): ServerResponse {
  const prefix = call.query.get('prefix') ?? '';
  // Without the id of an upload the list goes on behind all those of the key.
  const after = placeOf(call.query.get('key-marker') ?? '', call.query.get('upload-id-marker') ?? '~');
  const rest = [...uploads]
    .map(([id, { key, startedAt }]) => ({ id, key, startedAt, place: placeOf(key, id) }))
    .filter(({ key, place }) => key.startsWith(prefix) && place > after)
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const next = `<NextKeyMarker>${xmlText(last?.key ?? '')}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>`;
  const isTruncated = rest.length > page.length;
  const listed = page.map(
    ({ id, key, startedAt }) =>
      `<Upload><Key>${xmlText(key)}</Key><UploadId>${id}</UploadId><Initiated>${timeOf(startedAt)}</Initiated></Upload>`,
  );
  const head = `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}`;
  return sendXml(call, 'ListMultipartUploadsResult', `${head}${listed.join('')}`);
}

/** In the order of a list of uploads: by key, and those of one key by their ids. */
const placeOf = (key: string, id: string): string => `${key}\n${id}`;

function upload(double: S3Double, call: Call): ServerResponse {
  const { uploads } = double;
  const { method, key, query, body, response } = call;
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { key, startedAt: Date.now(), parts: new Map() });
    return sendXml(call, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
  }
  const id = query.get('uploadId') ?? '';
  const begun = uploads.get(id);
  if (begun === undefined) return refuse(call, 404, 'NoSuchUpload');
  if (method === 'PUT') {
    begun.parts.set(Number(query.get('partNumber')), body);
    return response.writeHead(200, { etag: etagOf(body) }).end();
  }
  uploads.delete(id);
  if (method === 'DELETE') {
    return response.writeHead(204).end();
  }
  return complete(double, call, begun);
}

/** Every part but the last has 5 MB at least, and the list names each by its tag. */
function complete({ objects }: S3Double, call: Call, { key, parts }: Upload): ServerResponse {
  const named = [...String(call.body).matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const bytes = named.map(({ number }) => parts.get(number) ?? Buffer.alloc(0));
  if (named.some(({ etag }, index) => etag !== etagOf(bytes[index] as Buffer)))
    return refuse(call, 400, 'InvalidPart');
  if (bytes.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024))
    return refuse(call, 400, 'EntityTooSmall');
  const whole = Buffer.concat(bytes);
  etags.set(whole, etagOfParts(bytes.map(etagOf)));
  objects.set(key, { bytes: whole, storedAt: Date.now() });
  return sendXml(call, 'CompleteMultipartUploadResult', `<Key>${xmlText(key)}</Key>`);
}
