import type { Caller } from '../access/caller.ts';
import type { BlobId } from '../blobs/blob-store.ts';
import type { LocalVariables } from '../content/variables-shelves.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { Snapshot } from '../document/snapshot.ts';
import { findVersion } from '../files/versions-store.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { sharedFontFamilies } from '../fonts/fonts-store.ts';
import type { ChangeContext, RemoteVariable } from '../variables/draft.ts';
import type { Publication } from '../variables/published-variables.ts';
import { settleReferences } from '../variables/settle-references.ts';
import type { Collection, VariablesState } from '../variables/state.ts';
import { subscribedCollections, subscribedVariables } from '../variables/subscribed-variables.ts';
import { heldByFont } from './held-by-font.ts';
import { currentPublication } from './publications-store.ts';
import { type UsedLibrary, usedLibraries } from './used-libraries-store.ts';
import { changeVariables, writtenVariables } from './variables-state-store.ts';
import { variablesRevision } from './variables-store.ts';

/** What a change of variables has to know of the file around them. */
export type Surroundings = Required<Pick<ChangeContext, 'isBound' | 'isHeldByFont' | 'findRemote'>>;

/** @param changing ids of the variables that are about to change; of no others is it known what font holds them */
export async function surroundings(
  context: Context,
  caller: Caller,
  file: VisibleFile,
  changing?: { readonly state: VariablesState; readonly ids: Iterable<string> },
): Promise<Surroundings> {
  const document = await documentOf(context, file);
  const bound = new Set(document?.boundIds());
  const held = changing && (await heldVariables(context, file, changing.state, changing.ids));
  const libraries = await usedLibraries(context.database, caller, file);
  return {
    isBound: (id) => bound.has(id),
    isHeldByFont: (id) => held?.has(id) ?? false,
    findRemote: remoteFinder(await publicationsOf(context, libraries.filter(isOpen))),
  };
}

/** Those of the variables that are bound to text in a font that the organization shares. @see VAR-78 */
export async function heldVariables(
  context: Context,
  file: VisibleFile,
  { aliases }: VariablesState,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const families = await sharedFontFamilies(context.database, file.organizationId);
  const document = families.size === 0 ? undefined : await documentOf(context, file);
  return document === undefined ? new Set() : runYielding(heldByFont(document, aliases, ids, families));
}

async function documentOf(context: Context, file: VisibleFile): Promise<Snapshot | undefined> {
  const blob = await snapshotOf(context, file);
  return blob === undefined ? undefined : (await context.snapshots.open(blob)).snapshot;
}

async function snapshotOf({ database }: Context, file: VisibleFile): Promise<BlobId | undefined> {
  return file.currentVersion === null ? undefined : (await findVersion(database, file, undefined)).snapshot;
}

const isOpen = (library: UsedLibrary): boolean => library.isOpen;

/** What libraries have published of their variables. */
async function publicationsOf(
  context: Pick<Context, 'database' | 'variables'>,
  libraries: readonly UsedLibrary[],
): Promise<Publication[]> {
  const publications = await Promise.all(libraries.map(({ key }) => currentPublication(context, key)));
  return publications.filter((found) => found !== undefined);
}

/** Looks for a `subscribed_id` in all libraries that the file uses. */
function remoteFinder(publications: readonly Publication[]): (id: string) => RemoteVariable | undefined {
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
function remoteCollectionFinder(publications: readonly Publication[]): (id: string) => Collection[] {
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

/**
 * The variables that a file has now. Where its document or a library that it uses has changed since the last
 * look, references are looked up first: in the libraries whose variables the caller may read. What the file has
 * of the others stays as it is.
 *
 * @see VAR-08, VAR-21, VAR-26
 */
export async function currentVariables(
  context: Context,
  caller: Caller,
  file: VisibleFile,
): Promise<LocalVariables> {
  const { settledFor, revision } = await variablesRevision(context.database, file.key);
  const libraries = await usedLibraries(context.database, caller, file);
  const canDiffer = revision !== '' || libraries.length > 0;
  const toSettleFor = [
    (await snapshotOf(context, file)) ?? 'nothing',
    ...libraries.filter(isOpen).map(({ key, revision }) => `${key}=${revision}`),
  ];
  if (canDiffer && !covers(settledFor, toSettleFor)) await settle(context, file, libraries, toSettleFor);
  return writtenVariables(context, file.key);
}

/** Whether references were looked up in all that is asked for, be it for a caller who may read more. */
function covers(settledFor: string, asked: readonly string[]): boolean {
  const known = new Set(settledFor.split(' '));
  return asked.every((one) => known.has(one));
}

const keysOf = ({ variables, collections }: VariablesState): string[] =>
  [...variables, ...collections].map(([, { key }]) => key);

async function settle(
  context: Context,
  file: VisibleFile,
  libraries: readonly UsedLibrary[],
  settledFor: readonly string[],
): Promise<void> {
  const document = await documentOf(context, file);
  const keys = new Set((await publicationsOf(context, libraries)).flatMap(({ state }) => keysOf(state)));
  const open = await publicationsOf(context, libraries.filter(isOpen));
  const references = {
    bound: new Set(document?.boundIds()),
    findRemote: remoteFinder(open),
    findRemoteCollection: remoteCollectionFinder(open),
    isOfLibrary: (key: string) => keys.has(key),
  };
  await changeVariables(context, file.key, {
    work: async (state) => ({
      state: settleReferences(state, references),
      result: undefined,
      settledFor: settledFor.join(' '),
    }),
  });
}
