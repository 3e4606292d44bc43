import { patiently } from '../../content/patiently.ts';
import type { LocalVariables } from '../../content/variables-shelves.ts';
import type { Context } from '../../context.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import type { ChangeContext, RemoteVariable } from '../../variables/draft.ts';
import type { Publication } from '../../variables/published-variables.ts';
import { settleReferences } from '../../variables/settle-references.ts';
import type { VariablesState } from '../../variables/state.ts';
import { subscribedVariables } from '../../variables/subscribed-variables.ts';
import { findVersion, type VisibleFile } from '../files/store.ts';
import { sharedFontFamilies } from '../fonts/store.ts';
import { heldByFont } from './held-by-font.ts';
import { currentPublication, subscribedLibraries } from './publication-store.ts';
import { changeVariables, writtenVariables } from './state-store.ts';
import { variablesRevision } from './store.ts';

/** What a change of variables has to know of the file around them. */
export type Surroundings = Required<Pick<ChangeContext, 'isBound' | 'isHeldByFont' | 'findRemote'>>;

/** @param changing ids of the variables that are about to change; of no others is it known what font holds them */
export async function surroundings(
  context: Context,
  file: VisibleFile,
  changing: Iterable<string> = [],
): Promise<Surroundings> {
  const document = await documentOf(context, file);
  const bound = new Set(document?.boundIds());
  const families = await sharedFontFamilies(context.database, file.organizationId);
  const isLookedFor = document !== undefined && families.size > 0;
  const held = isLookedFor ? await patiently(heldByFont(document, changing, families)) : undefined;
  return {
    isBound: (id) => bound.has(id),
    isHeldByFont: (id) => held?.has(id) ?? false,
    findRemote: remoteFinder(await publicationsUsed(context, file.key)),
  };
}

async function documentOf(context: Context, file: VisibleFile): Promise<Snapshot | undefined> {
  if (file.current_version === null) return undefined;
  const version = await findVersion(context.database, file, undefined);
  return (await context.snapshots.open(version.snapshot)).snapshot;
}

/** What the libraries that the file uses have published of their variables. */
async function publicationsUsed(
  context: Pick<Context, 'database' | 'variables'>,
  fileKey: string,
): Promise<Publication[]> {
  const libraries = await subscribedLibraries(context.database, fileKey);
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
 * look, references are looked up first.
 *
 * @see VAR-08, VAR-21, VAR-26
 */
export async function currentVariables(context: Context, file: VisibleFile): Promise<LocalVariables> {
  const { settledFor, revision } = await variablesRevision(context.database, file.key);
  const libraries = await subscribedLibraries(context.database, file.key);
  const toSettleFor = [
    file.current_version,
    ...libraries.map(({ key, revision }) => `${key}=${revision}`),
  ].join(' ');
  const canDiffer = revision !== '' || libraries.length > 0;
  if (canDiffer && settledFor !== toSettleFor) await settle(context, file, toSettleFor);
  return writtenVariables(context, file.key);
}

const keysOf = ({ variables, collections }: VariablesState): string[] =>
  [...variables, ...collections].map(([, { key }]) => key);

async function settle(context: Context, file: VisibleFile, settledFor: string): Promise<void> {
  const document = await documentOf(context, file);
  const publications = await publicationsUsed(context, file.key);
  const keys = new Set(publications.flatMap(({ state }) => keysOf(state)));
  const references = {
    bound: new Set(document?.boundIds()),
    findRemote: remoteFinder(publications),
    isOfLibrary: (key: string) => keys.has(key),
  };
  await changeVariables(context, file.key, {
    work: async (state) => ({ state: settleReferences(state, references), result: undefined, settledFor }),
  });
}
