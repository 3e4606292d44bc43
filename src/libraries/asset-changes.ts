import type { LibraryAsset } from '../content/library-assets.ts';
import type { FileKey, NodeId, TeamId, UserId, VersionId } from '../contract/branded-ids.ts';
import type { LibraryItemData } from '../contract/contract.ts';
import type { AssetChanges } from '../events/library-publish.ts';
import type { AssetRow } from './asset-row.ts';

/** Who publishes what when; the newest ordinal is that of all assets of all libraries. */
export interface Publishing {
  readonly fileKey: FileKey;
  readonly teamId: TeamId;
  readonly versionId: VersionId;
  readonly userId: UserId;
  readonly at: number;
  readonly newestOrdinal: number;
}

export interface PublishedAssets {
  /** Rows that are new or other than they were. */
  readonly written: AssetRow[];
  readonly deleted: AssetRow[];
  readonly changes: Record<'components' | 'styles', { [Change in keyof AssetChanges]: LibraryItemData[] }>;
  readonly descriptions: DescriptionChange[];
}

/** A description that is new, another than it was, or gone. */
export interface DescriptionChange {
  readonly action: 'insert' | 'update' | 'delete';
  readonly text: string;
  readonly nodeId: NodeId;
}

/**
 * Compares what was published with what a document offers now. What is the same keeps its time and its author. Yields
 * after each asset.
 */
export function* compareAssets(
  before: readonly AssetRow[],
  after: readonly LibraryAsset[],
  publishing: Publishing,
): Generator<void, PublishedAssets> {
  const published = nothingPublished();
  const left = new Map<string, AssetRow>();
  for (const row of before) {
    left.set(nameOf(row), row);
    yield;
  }
  let ordinal = publishing.newestOrdinal;
  for (const [index, asset] of after.entries()) {
    const was = left.get(nameOf(asset));
    left.delete(nameOf(asset));
    tell(published, was, assetRow(asset, index, was, was?.ordinal ?? ++ordinal, publishing));
    yield;
  }
  for (const row of left.values()) {
    tell(published, row, undefined);
    yield;
  }
  return published;
}

const nothingPublished = (): PublishedAssets => ({
  written: [],
  deleted: [],
  descriptions: [],
  changes: {
    components: { created: [], modified: [], deleted: [] },
    styles: { created: [], modified: [], deleted: [] },
  },
});

/** Adds what became of one asset, which was not there before or is not there any more. */
function tell(published: PublishedAssets, was: AssetRow | undefined, is: AssetRow | undefined): void {
  const row = (is ?? was) as AssetRow;
  if (is === undefined) published.deleted.push(row);
  else if (!isSame(was, is)) published.written.push(is);
  const change = changeOf(was, is);
  const changes = published.changes[row.kind === 'style' ? 'styles' : 'components'];
  if (change !== undefined) changes[change].push({ key: row.key, name: row.name });
  const description = descriptionChange(was?.description ?? '', is?.description ?? '', row.nodeId);
  if (description !== undefined) published.descriptions.push(description);
}

function changeOf(was: AssetRow | undefined, is: AssetRow | undefined): keyof AssetChanges | undefined {
  if (was === undefined) return 'created';
  if (is === undefined) return 'deleted';
  return was.hash === is.hash ? undefined : 'modified';
}

function descriptionChange(was: string, is: string, nodeId: NodeId): DescriptionChange | undefined {
  if (was === is) return undefined;
  if (is === '') return { action: 'delete', text: was, nodeId };
  return { action: was === '' ? 'insert' : 'update', text: is, nodeId };
}

const nameOf = ({ kind, key }: Pick<AssetRow, 'kind' | 'key'>): string => `${kind} ${key}`;

function assetRow(
  asset: LibraryAsset,
  index: number,
  before: AssetRow | undefined,
  ordinal: number,
  { fileKey, teamId, versionId, userId, at }: Publishing,
): AssetRow {
  const { kind, key, nodeId, name, description, styleType, setKey, hash } = asset;
  const marks = before?.hash === hash ? before : { versionId, userId, updatedAt: at };
  return {
    fileKey,
    kind,
    key,
    teamId,
    ordinal,
    nodeId,
    name,
    description,
    styleType,
    setKey,
    hash,
    frame: asset.frame === null ? null : JSON.stringify(asset.frame),
    sortPosition: String(index).padStart(6, '0'),
    versionId: marks.versionId,
    userId: marks.userId,
    updatedAt: marks.updatedAt,
    createdAt: before?.createdAt ?? at,
  };
}

function isSame(before: AssetRow | undefined, after: AssetRow): boolean {
  if (before === undefined) return false;
  return (Object.keys(after) as (keyof AssetRow)[]).every((name) => before[name] === after[name]);
}
