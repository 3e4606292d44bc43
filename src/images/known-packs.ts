import type { BlobId, BlobPlace } from '../blobs/blob-store.ts';
import { askedInOne } from '../database/asked-in-one.ts';
import { LeastRecent } from '../least-recent.ts';
import type { PackRows } from './packed-images-store.ts';

/** Where an image lies. */
export interface PackedPlace {
  readonly pack: KnownPack;
  readonly start: number;
  readonly length: number;
}

export interface KnownPack {
  readonly blob: BlobId;
  /** Where its bytes were stored when it was asked for. */
  readonly place: BlobPlace | undefined;
  /** When any of its images was used last, to the hour. */
  usedAt: number;
}

/** What lies where in packs, which never changes. */
export interface KnownPacks {
  /** The place of an image, where its pack is one of those that were asked for last. */
  peek(name: string): PackedPlace | undefined;
  /** The place of an image, if any pack has it. */
  find(name: string): Promise<PackedPlace | undefined>;
  /** A pack is lost. */
  forget(blob: BlobId): void;
}

/** What so many hold takes 200 kB. */
const mostKnown = 16;

/**
 * Whoever asks for an image asks for its neighbours, most often at once: the first question for any of them brings
 * where all of them lie, and that is remembered for a while.
 */
export function knownPacks(
  findPacks: (names: readonly string[]) => Promise<readonly PackRows[]>,
): KnownPacks {
  const places = new Map<string, PackedPlace>();
  /** The names of the images in each pack. */
  const packs = new LeastRecent<BlobId, readonly string[]>(mostKnown, (names) => {
    for (const name of names) places.delete(name);
  });
  const keep = (blob: BlobId, found: readonly (readonly [string, PackedPlace])[]): void => {
    packs.set(
      blob,
      found.map(([name]) => name),
    );
    for (const [name, place] of found) places.set(name, place);
  };
  const peek = (name: string): PackedPlace | undefined => places.get(name);
  const findAll = async (names: readonly string[]): Promise<ReadonlyMap<string, PackedPlace>> => {
    const found = new Map(names.flatMap((name) => placeOnly(name, peek(name))));
    const open = names.filter((name) => !found.has(name));
    for (const rows of open.length === 0 ? [] : await findPacks(open)) {
      const inPack = placesIn(rows);
      keep(rows.blob, inPack);
      for (const [name, place] of inPack) found.set(name, place);
    }
    return found;
  };
  const find = askedInOne(findAll);
  return { peek, find: async (name) => peek(name) ?? find(name), forget: (blob) => packs.delete(blob) };
}

const placeOnly = (name: string, place: PackedPlace | undefined): [string, PackedPlace][] =>
  place === undefined ? [] : [[name, place]];

function placesIn({ blob, usedAt, object, sizeBytes, places }: PackRows): [string, PackedPlace][] {
  const place = object === null || sizeBytes === null ? undefined : { object, sizeBytes };
  const pack: KnownPack = { blob, usedAt, place };
  return places.map(([name, start, length]) => [name, { pack, start, length }]);
}
