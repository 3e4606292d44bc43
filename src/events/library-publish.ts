import type { LibraryItemData, WebhookLibraryPublishPayload } from '../contract/contract.ts';
import { isoTime } from '../iso-time.ts';
import {
  type EventFile,
  type EventPerson,
  fileMembers,
  personMembers,
  type SharedPayload,
} from './event-parts.ts';

export type LibraryAssets = 'components' | 'styles' | 'variables';

export interface AssetChanges {
  readonly created: readonly LibraryItemData[];
  readonly modified: readonly LibraryItemData[];
  readonly deleted: readonly LibraryItemData[];
}

/** A library was published: what changed among its assets of one type. @see DLV-17, A30 */
export interface LibraryPublish {
  readonly file: EventFile;
  readonly by: EventPerson;
  readonly description?: string | undefined;
  readonly assets: LibraryAssets;
  readonly changes: AssetChanges;
}

/** One event for each type of asset in which something changed, or that is told anyway: collections have no list. */
export function libraryPublishes(
  published: Omit<LibraryPublish, 'assets' | 'changes'>,
  changes: Readonly<Record<LibraryAssets, AssetChanges>>,
  told: readonly LibraryAssets[] = [],
): (LibraryPublish & { type: 'LIBRARY_PUBLISH' })[] {
  return (Object.keys(changes) as LibraryAssets[])
    .filter(
      (assets) => told.includes(assets) || Object.values(changes[assets]).some((items) => items.length > 0),
    )
    .map((assets) => ({ type: 'LIBRARY_PUBLISH', ...published, assets, changes: changes[assets] }));
}

const noChanges: AssetChanges = { created: [], modified: [], deleted: [] };

export const libraryPublish = (
  { file, by, description, assets, changes }: LibraryPublish,
  at: number,
): SharedPayload<WebhookLibraryPublishPayload> => {
  const of = (kind: LibraryAssets) => (kind === assets ? changes : noChanges);
  return {
    created_components: [...of('components').created],
    created_styles: [...of('styles').created],
    created_variables: [...of('variables').created],
    modified_components: [...of('components').modified],
    modified_styles: [...of('styles').modified],
    modified_variables: [...of('variables').modified],
    deleted_components: [...of('components').deleted],
    deleted_styles: [...of('styles').deleted],
    deleted_variables: [...of('variables').deleted],
    ...(description === undefined ? {} : { description }),
    event_type: 'LIBRARY_PUBLISH',
    ...fileMembers(file),
    library_item: { key: file.key, name: file.name },
    timestamp: isoTime(at),
    triggered_by: personMembers(by),
  };
};
