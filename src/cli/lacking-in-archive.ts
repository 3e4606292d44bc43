import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import { type LackingBlob, lackingName, readLackingLine } from '../backup/lacking-blobs.ts';
import { manifestName, refusalIn } from '../backup/manifest.ts';

/** An archive on its way, and what it says of itself, once it has come to its end. */
export interface WatchedArchive {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly faults: Promise<ArchiveFaults>;
}

export interface ArchiveFaults {
  readonly lacking: readonly LackingBlob[];
  /** Why a restore would refuse its rows, if it would. */
  readonly refusal: string | undefined;
}

/** Reads an archive as it passes. One that breaks off, or is none, says nothing. */
export function watchArchive(archive: AsyncIterable<Uint8Array>): WatchedArchive {
  const tar = extract();
  const faults = faultsIn(tar).catch(() => ({ lacking: [], refusal: undefined }));
  async function* passing(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of archive) {
        if (!tar.destroyed && !tar.write(chunk as Buffer)) await Promise.race([once(tar, 'drain'), faults]);
        yield chunk;
      }
    } finally {
      (tar as unknown as Writable).end();
    }
  }
  return { bytes: passing(), faults };
}

async function faultsIn(tar: ReturnType<typeof extract>): Promise<ArchiveFaults> {
  let refusal: string | undefined;
  for await (const entry of tar) {
    const { name } = entry.header;
    if (name === manifestName) refusal = refusalIn(await textOf(entry));
    if (name === lackingName) return { lacking: linesOf(await textOf(entry)), refusal };
    entry.resume();
  }
  return { lacking: [], refusal };
}

const textOf = (entry: unknown): Promise<string> => text(entry as AsyncIterable<string>);

const linesOf = (lines: string): LackingBlob[] =>
  lines
    .split('\n')
    .map(readLackingLine)
    .filter((lacking) => lacking !== undefined);
