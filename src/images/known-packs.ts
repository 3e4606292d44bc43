import type { BlobId } from '../blobs/blob-store.ts';
import { askedInOne } from '../database/asked-in-one.ts';
import type { PackRows } from './packed-images-store.ts';

/** Where an image lies. */
export interface PackedPlace {
  readonly pack: KnownPack;
  readonly start: number;
  readonly length: number;
}

export interface KnownPack {
  readonly blob: BlobId;
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
  /** The places in each pack by the names of its images; the pack that was asked for first is first. */
  const packs = new Map<BlobId, ReadonlyMap<string, PackedPlace>>();
  const keep = (blob: BlobId, places: ReadonlyMap<string, PackedPlace>): void => {
    packs.delete(blob);
    packs.set(blob, places);
    for (const oldest of packs.keys()) {
      if (packs.size <= mostKnown) return;
      packs.delete(oldest);
    }
  };
  const peek = (name: string): PackedPlace | undefined => {
    for (const places of packs.values()) {
      const place = places.get(name);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  const findAll = async (names: readonly string[]): Promise<ReadonlyMap<string, PackedPlace>> => {
    const found = new Map(names.flatMap((name) => placeOnly(name, peek(name))));
    const open = names.filter((name) => !found.has(name));
    for (const rows of open.length === 0 ? [] : await findPacks(open)) {
      const places = placesIn(rows);
      keep(rows.blob, places);
      for (const [name, place] of places) found.set(name, place);
    }
    return found;
  };
  const find = askedInOne(findAll);
  return { peek, find: async (name) => peek(name) ?? find(name), forget: (blob) => packs.delete(blob) };
}

const placeOnly = (name: string, place: PackedPlace | undefined): [string, PackedPlace][] =>
  place === undefined ? [] : [[name, place]];

function placesIn({ blob, usedAt, places }: PackRows): ReadonlyMap<string, PackedPlace> {
  const pack: KnownPack = { blob, usedAt };
  return new Map(places.map(([name, start, length]) => [name, { pack, start, length }]));
}
