import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A registry of npm on this machine, with the packages that it is given. */
export interface NpmRegistry {
  readonly url: string;
  /** What was asked for, oldest first. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** @param packages bytes of each package by its name, as `packPackage` makes them */
export async function openNpmRegistry(packages: Readonly<Record<string, Buffer>>): Promise<NpmRegistry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const [, name = '', isTarball] = /^\/(@[^/]+\/[^/]+)(\/-\/.*)?$/.exec(path) ?? [];
    const bytes = packages[name];
    if (bytes === undefined) response.writeHead(404, json).end('{"error":"Not found"}');
    else if (isTarball === undefined)
      response.writeHead(200, json).end(JSON.stringify(packument(name, bytes, url())));
    else response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: url(), asked, close };
}

const json = { 'Content-Type': 'application/json' };

function packument(name: string, bytes: Buffer, url: string): object {
  const version = '1.0.0';
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball: `${url}/${name}/-/package.tgz`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
}

/** Packs files as npm does: TAR in GZIP, below one folder. */
export function packPackage(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    return [
      tarHead(`package/${name}`, bytes.length),
      bytes,
      Buffer.alloc((512 - (bytes.length % 512)) % 512),
    ];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

export function tarHead(name: string, sizeBytes: number): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0, 100, 'utf8');
  head.write('0000644\0', 100);
  head.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0', 136);
  head.write('        0', 148);
  head.write('ustar\x0000', 257, 'latin1');
  const sum = head.reduce((total, byte) => total + byte, 0) - 0x30;
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
