import type { Caller } from '../access/caller.ts';
import type { Variables } from '../compare/variable-changes.ts';
import type { Context } from '../context.ts';
import type { VisibleFile } from '../files/visible-file-store.ts';
import { currentVariables } from './current-variables.ts';
import { mayReadVariables } from './variables-access.ts';

/** Collections and variables of a file as the caller gets them; undefined where they may not read them. */
export async function visibleVariables(
  context: Context,
  caller: Caller,
  file: VisibleFile,
): Promise<Variables | undefined> {
  if (!mayReadVariables(caller, file)) return undefined;
  const { answer } = await currentVariables(context, caller, file);
  return JSON.parse((await answer()).toString()).meta;
}
