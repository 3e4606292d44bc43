import type { Selectable } from 'kysely';
import type { LibraryAsset } from '../content/library-assets.ts';
import type { PublishedAssetsTable } from '../database/tables.ts';
import type { AssetChanges } from '../events/library-publish.ts';

export type AssetRow = Selectable<PublishedAssetsTable>;

/** Who publishes what when; the newest ordinal is that of all assets of all libraries. */
export interface Publishing {
  readonly fileKey: string;
  readonly teamId: string;
  readonly versionId: string;
  readonly userId: string;
  readonly at: number;
  readonly newestOrdinal: number;
}

export interface PublishedAssets {
  /** Rows that are new or other than they were. */
  readonly written: readonly AssetRow[];
  readonly deleted: readonly AssetRow[];
  readonly changes: Record<'components' | 'styles', AssetChanges>;
  readonly descriptions: readonly DescriptionChange[];
}

/** A description that is new, another than it was, or gone. */
export interface DescriptionChange {
  readonly action: 'insert' | 'update' | 'delete';
  readonly text: string;
  readonly nodeId: string;
}

/** Compares what was published with what a document offers now. What is the same keeps its time and its author. */
export function compareAssets(
  before: readonly AssetRow[],
  after: readonly LibraryAsset[],
  publishing: Publishing,
): PublishedAssets {
  const known = new Map(before.map((row) => [nameOf(row), row]));
  let ordinal = publishing.newestOrdinal;
  const rows = after.map((asset, index) => {
    const row = known.get(nameOf(asset));
    return assetRow(asset, index, row, row?.ordinal ?? ++ordinal, publishing);
  });
  const still = new Set(rows.map(nameOf));
  const deleted = before.filter((row) => !still.has(nameOf(row)));
  const created = rows.filter((row) => !known.has(nameOf(row)));
  const modified = rows.filter((row) => hasOtherHash(known.get(nameOf(row)), row));
  return {
    written: rows.filter((row) => !isSame(known.get(nameOf(row)), row)),
    deleted,
    changes: {
      components: itemsOf({ created, modified, deleted }, ({ kind }) => kind !== 'style'),
      styles: itemsOf({ created, modified, deleted }, ({ kind }) => kind === 'style'),
    },
    descriptions: [
      ...rows.flatMap((row) => descriptionChange(known.get(nameOf(row))?.description ?? '', row)),
      ...deleted.flatMap((row) => descriptionChange(row.description, { ...row, description: '' })),
    ],
  };
}

function descriptionChange(before: string, { description, node_id }: AssetRow): DescriptionChange[] {
  if (before === description) return [];
  if (description === '') return [{ action: 'delete', text: before, nodeId: node_id }];
  return [{ action: before === '' ? 'insert' : 'update', text: description, nodeId: node_id }];
}

const nameOf = ({ kind, key }: Pick<AssetRow, 'kind' | 'key'>): string => `${kind} ${key}`;

function assetRow(
  asset: LibraryAsset,
  index: number,
  before: AssetRow | undefined,
  ordinal: number,
  { fileKey, teamId, versionId, userId, at }: Publishing,
): AssetRow {
  const marks = { version_id: versionId, user_id: userId, updated_at: at };
  const { version_id, user_id, updated_at } = before?.hash === asset.hash ? before : marks;
  return {
    ...{ file_key: fileKey, kind: asset.kind, key: asset.key, team_id: teamId, ordinal },
    ...{ node_id: asset.nodeId, name: asset.name, description: asset.description },
    ...{ style_type: asset.styleType, set_key: asset.setKey },
    frame: asset.frame === null ? null : JSON.stringify(asset.frame),
    sort_position: String(index).padStart(6, '0'),
    ...{ hash: asset.hash, version_id, user_id, updated_at, created_at: before?.created_at ?? at },
  };
}

const hasOtherHash = (before: AssetRow | undefined, after: AssetRow): boolean =>
  before !== undefined && before.hash !== after.hash;

function isSame(before: AssetRow | undefined, after: AssetRow): boolean {
  if (before === undefined) return false;
  return (Object.keys(after) as (keyof AssetRow)[]).every((column) => before[column] === after[column]);
}

function itemsOf(
  changes: Record<keyof AssetChanges, readonly AssetRow[]>,
  isOne: (row: AssetRow) => boolean,
) {
  const items = (rows: readonly AssetRow[]) => rows.filter(isOne).map(({ key, name }) => ({ key, name }));
  return {
    created: items(changes.created),
    modified: items(changes.modified),
    deleted: items(changes.deleted),
  };
}
