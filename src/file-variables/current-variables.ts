import type { Caller } from '../access/caller.ts';
import type { LocalVariables } from '../content/variables-shelves.ts';
import type { Context } from '../context.ts';
import { findVisibleFile, type VisibleFile } from '../files/visible-file-store.ts';
import { settleReferences } from '../variables/settle-references.ts';
import type { VariablesState } from '../variables/state.ts';
import {
  documentOf,
  isOpen,
  publicationsOf,
  remoteCollectionFinder,
  remoteFinder,
  snapshotOf,
} from './document-and-libraries.ts';
import { type UsedLibrary, usedLibraries } from './used-libraries-store.ts';
import type { VariablesChanger } from './variables-changer.ts';
import { changeVariables, writtenVariables } from './variables-state-store.ts';
import { variablesRevision } from './variables-store.ts';

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
  if (canDiffer && !covers(settledFor, toSettleFor))
    await settle({ context, by: caller }, file, libraries, toSettleFor);
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
  { context, by }: VariablesChanger,
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
    look: (transaction) => findVisibleFile(transaction, by, file.key),
    work: async (state) => ({
      state: settleReferences(state, references),
      result: undefined,
      settledFor: settledFor.join(' '),
    }),
  });
}
