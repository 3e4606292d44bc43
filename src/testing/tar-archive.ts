import { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';

export interface TarEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The entries of an archive in its order. @throws what its stream broke off with */
export async function unpacked(archive: Uint8Array | Readable): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  const unpacking = extract();
  const stream = archive instanceof Readable ? archive : Readable.from([archive]);
  stream.once('error', (error) => unpacking.destroy(error));
  for await (const entry of stream.pipe(unpacking))
    entries.push({
      name: entry.header.name,
      bytes: Buffer.concat((await Array.fromAsync(entry)) as Buffer[]),
    });
  return entries;
}

/** An archive of these entries. */
export async function packed(entries: Iterable<TarEntry>): Promise<Buffer> {
  const packing = pack();
  for (const { name, bytes } of entries) packing.entry({ name }, bytes);
  packing.finalize();
  return Buffer.concat((await Array.fromAsync(packing)) as Buffer[]);
}
