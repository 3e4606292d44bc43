import type { Caller } from '../access/caller.ts';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { sharedFontFamilies } from '../fonts/fonts-store.ts';
import type { ChangeContext } from '../variables/draft.ts';
import type { VariablesState } from '../variables/state.ts';
import { documentOf, isOpen, publicationsOf, remoteFinder } from './document-and-libraries.ts';
import { usedLibraries } from './used-libraries-store.ts';
import { heldByFont } from './variables-held-by-font.ts';

/** What a change of variables has to know of the file they are in. */
export type FileContext = Required<Pick<ChangeContext, 'isBound' | 'isHeldByFont' | 'findRemote'>>;

/** @param changing ids of the variables that are about to change; of no others is it known what font holds them */
export async function changeContextOf(
  context: Context,
  caller: Caller,
  file: VisibleFile,
  changing?: { readonly state: VariablesState; readonly ids: Iterable<string> },
): Promise<FileContext> {
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
