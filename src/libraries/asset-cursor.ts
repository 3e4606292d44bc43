import { crc32 } from 'node:zlib';
import type { AssetKind } from '../content/library-assets.ts';
import type { TeamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';

/** A list that is read page by page. */
export interface AssetList {
  readonly teamId: TeamId;
  readonly kind: AssetKind;
}

const sums = 10_000;

/** A place in a list as a whole number, which is what the interface has for cursors. Its last digits prove it. */
export const sealPlace = (list: AssetList, ordinal: number): number => ordinal * sums + sumOf(list, ordinal);

/** @throws ApiError 400 for a number that no page of this list gave */
export function openPlace(list: AssetList, cursor: number | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const ordinal = Math.floor(cursor / sums);
  if (ordinal > 0 && cursor === sealPlace(list, ordinal)) return ordinal;
  throw badRequest(`The cursor ${cursor} is not one that a page of this list gave.`);
}

const sumOf = ({ teamId, kind }: AssetList, ordinal: number): number =>
  crc32(`${teamId} ${kind} ${ordinal}`) % sums;
