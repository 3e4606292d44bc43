import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Agent } from 'undici';
import type { StoredObject } from './several-place.ts';

/**
 * The reference of cold files, and no server of ours: for each request one process gets an object in pieces, hashes what
 * comes, writes it to a file, and sends it from its memory, all that it holds if need be. Arguments: where the object
 * lies, a path for the file, certificate, key. Sends its address to the process that forked it.
 */
const [place = '', path = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const { endpoint, region, credentials, object, sizeBytes } = JSON.parse(place) as StoredObject;
const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
const agent = new Agent();
// The parser of undici is compiled once, as in the server.
setFlagsFromString('--wasm-tiering-budget=1000000000');
/** As the server asks for them. */
const pieceBytes = 4 * 1024 * 1024;
const piecesAtOnce = 4;

interface Signed {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
}

/** Made up and signed by the SDK, and sent by nobody. */
async function signedGet(Range: string): Promise<Signed> {
  const command = new GetObjectCommand({ ...object, Range });
  const signed = Promise.withResolvers<Signed>();
  command.middlewareStack.add(
    () => async (asked) => {
      signed.resolve(asked.request as Signed);
      return { output: { $metadata: {} }, response: undefined };
    },
    { step: 'deserialize', priority: 'high', name: 'signOnly' },
  );
  await client.send(command);
  return signed.promise;
}

type Take = (chunk: Uint8Array) => void;

/** By the way that costs least: each chunk as it lies in the memory of the connection. */
async function get(range: string, take: Take): Promise<void> {
  const { protocol, hostname, port, path, query, headers } = await signedGet(range);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  agent.dispatch(
    {
      method: 'GET',
      headers,
      origin: `${protocol}//${hostname}:${port}`,
      path: `${path}?${new URLSearchParams(query)}`,
    },
    {
      onRequestStart: () => undefined,
      onResponseStart: (_answer, status) => {
        if (status !== 206) reject(new Error(`The store answers ${status}.`));
      },
      onResponseData: (_answer, chunk) => take(chunk),
      onResponseEnd: () => resolve(),
      onResponseError: (_answer, error) => reject(error),
    },
  );
  return promise;
}

/** Hashed as it comes, and written. */
async function bringPiece(file: FileHandle, start: number, take: Take): Promise<void> {
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  await get(`bytes=${start}-${Math.min(start + pieceBytes, sizeBytes) - 1}`, (chunk) => {
    hash.update(chunk);
    chunks.push(chunk);
    take(chunk);
  });
  hash.digest();
  await file.writev(chunks, start);
}

/** Of the piece whose turn it is each chunk is sent as it comes, of the others once it is theirs. */
async function bring(response: ServerResponse): Promise<void> {
  const file = await open(path, 'w');
  response.writeHead(200, { 'content-length': sizeBytes });
  const starts = Array.from({ length: Math.ceil(sizeBytes / pieceBytes) }, (_, piece) => piece * pieceBytes);
  const waiting = starts.map((): Uint8Array[] => []);
  let turn = 0;
  const pieces: Promise<void>[] = [];
  const begin = (): void => {
    const piece = pieces.length;
    const start = starts[piece];
    if (start === undefined) return;
    const take: Take = (chunk) => (piece === turn ? response.write(chunk) : waiting[piece]!.push(chunk));
    pieces.push(bringPiece(file, start, take));
  };
  for (let count = 0; count < piecesAtOnce; count += 1) begin();
  for (; turn < starts.length; turn += 1) {
    for (const chunk of waiting[turn]!.splice(0)) response.write(chunk);
    await pieces[turn];
    begin();
  }
  response.end();
  await file.close();
  // The next request may have begun with a file of its own by then.
  await rm(path, { force: true });
}

const tls = { cert: readFileSync(certPath), key: readFileSync(keyPath) };
const server = createServer(tls, (_request, response) => void bring(response));
server.listen(0, '127.0.0.1', () =>
  process.send?.(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
