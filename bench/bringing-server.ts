import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { StoredObject } from './several-place.ts';

/**
 * The reference of cold files, and no server of ours: for each request one process gets an object in pieces, hashes what
 * comes, writes it to a file, and sends it from its memory, all that it holds if need be. Arguments: where the object
 * lies, a path for the file, certificate, key. Sends its address to the process that forked it.
 */
const [place = '', path = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const { endpoint, region, credentials, object, sizeBytes } = JSON.parse(place) as StoredObject;
const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
/** As the server asks for them. */
const pieceBytes = 4 * 1024 * 1024;
const piecesAtOnce = 4;

/** Hashed and written; the bytes of the piece. */
async function bringPiece(file: FileHandle, start: number): Promise<Uint8Array[]> {
  const Range = `bytes=${start}-${Math.min(start + pieceBytes, sizeBytes) - 1}`;
  const { Body } = await client.send(new GetObjectCommand({ ...object, Range }));
  const chunks: Uint8Array[] = [];
  const hash = createHash('sha256');
  for await (const chunk of Body as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    chunks.push(chunk);
  }
  hash.digest();
  await file.writev(chunks, start);
  return chunks;
}

async function bring(response: ServerResponse): Promise<void> {
  const file = await open(path, 'w');
  response.writeHead(200, { 'content-length': sizeBytes });
  const starts = Array.from({ length: Math.ceil(sizeBytes / pieceBytes) }, (_, piece) => piece * pieceBytes);
  const pieces = starts.slice(0, piecesAtOnce).map((start) => bringPiece(file, start));
  for (let next = 0; next < starts.length; next += 1) {
    const chunks = await pieces[next]!;
    const start = starts[next + piecesAtOnce];
    if (start !== undefined) pieces.push(bringPiece(file, start));
    response.cork();
    const isTaken = chunks.map((chunk) => response.write(chunk)).every(Boolean);
    response.uncork();
    if (!isTaken) await once(response, 'drain');
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
