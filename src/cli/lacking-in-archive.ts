import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { type LackingBlob, lackingName, readLackingLine } from '../backup/lacking-blobs.ts';

/** An archive on its way, and what it says, once it has come to its end, that it lacks. */
export interface WatchedArchive {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly lacking: Promise<readonly LackingBlob[]>;
}

/** Reads an archive as it passes. One that breaks off, or is none, says nothing. */
export function watchArchive(archive: AsyncIterable<Uint8Array>): WatchedArchive {
  const tar = extract();
  const lacking = lackingIn(tar).catch(() => []);
  async function* passing(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of archive) {
        if (!tar.destroyed && !tar.write(chunk as Buffer)) await Promise.race([once(tar, 'drain'), lacking]);
        yield chunk;
      }
    } finally {
      (tar as unknown as Writable).end();
    }
  }
  return { bytes: passing(), lacking };
}

async function lackingIn(tar: ReturnType<typeof extract>): Promise<LackingBlob[]> {
  for await (const entry of tar) {
    if (entry.header.name === lackingName)
      return linesOf(await text(entry as unknown as AsyncIterable<string>));
    entry.resume();
  }
  return [];
}

const linesOf = (lines: string): LackingBlob[] =>
  lines
    .split('\n')
    .map(readLackingLine)
    .filter((lacking) => lacking !== undefined);
