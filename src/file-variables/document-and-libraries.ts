import type { BlobId } from '../blobs/blob-store.ts';
import type { Context } from '../context.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { findVersion } from '../files/versions-store.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import type { RemoteVariable } from '../variables/draft.ts';
import type { Publication } from '../variables/published-variables.ts';
import type { Collection } from '../variables/state.ts';
import { subscribedCollections, subscribedVariables } from '../variables/subscribed-variables.ts';
import { currentPublication } from './publications-store.ts';
import type { UsedLibrary } from './used-libraries-store.ts';

/** The document of a file as it is now; undefined for one without content. */
export async function documentOf(context: Context, file: VisibleFile): Promise<Snapshot | undefined> {
  const blob = await snapshotOf(context, file);
  return blob === undefined ? undefined : (await context.snapshots.open(blob)).snapshot;
}

/** The blob of its snapshot. */
export async function snapshotOf({ database }: Context, file: VisibleFile): Promise<BlobId | undefined> {
  return file.currentVersion === null ? undefined : (await findVersion(database, file, undefined)).snapshot;
}

/** Whether the caller may read what the library has published. */
export const isOpen = (library: UsedLibrary): boolean => library.isOpen;

/** What libraries have published of their variables. */
export async function publicationsOf(
  context: Pick<Context, 'database' | 'variables'>,
  libraries: readonly UsedLibrary[],
): Promise<Publication[]> {
  const publications = await Promise.all(libraries.map(({ key }) => currentPublication(context, key)));
  return publications.filter((found) => found !== undefined);
}

/** Looks for a `subscribed_id` in all libraries that the file uses. */
export function remoteFinder(
  publications: readonly Publication[],
): (id: string) => RemoteVariable | undefined {
  const finders = publications.map(lazyFinder);
  return (id) => {
    for (const find of finders) {
      const found = find(id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The same for collections. */
export function remoteCollectionFinder(publications: readonly Publication[]): (id: string) => Collection[] {
  const finders = publications.map(subscribedCollections);
  return (id) => finders.map((find) => find(id)).find(({ length }) => length > 0) ?? [];
}

/** Most changes name no variable of a library: then none is looked at. */
function lazyFinder(publication: Publication): (id: string) => RemoteVariable | undefined {
  let find: ReturnType<typeof subscribedVariables> | undefined;
  return (id) => {
    find ??= subscribedVariables(publication);
    return find(id);
  };
}
