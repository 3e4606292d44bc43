import type { Caller } from '../../access/caller.ts';
import type { Variables } from '../../compare/variable-changes.ts';
import type { Context } from '../../context.ts';
import { variablesBetween } from '../../file-variables/variables-between.ts';
import { visibleVariables } from '../../file-variables/visible-variables.ts';
import type { Compared } from './compared-versions.ts';

interface ComparedVariables {
  readonly before: Variables;
  readonly after: Variables;
}

/**
 * The variables that are compared: those that two files have now, as a file and its branch, or what changed between
 * two versions of one. Undefined where the caller may not read those of both.
 */
export async function comparedVariables(
  context: Context,
  caller: Caller,
  compared: Compared,
): Promise<ComparedVariables | undefined> {
  const { files } = compared;
  if (files.before.key === files.after.key) return variablesOfVersions(context, caller, compared);
  const before = await visibleVariables(context, caller, files.before);
  const after = await visibleVariables(context, caller, files.after);
  return before && after && { before, after };
}

async function variablesOfVersions(
  context: Context,
  caller: Caller,
  { file, from, to, signal }: Compared,
): Promise<ComparedVariables | undefined> {
  if (from.ordinal === to.ordinal) return undefined;
  const isForwards = from.ordinal < to.ordinal;
  const [earlier, later] = isForwards ? [from.ordinal, to.ordinal] : [to.ordinal, from.ordinal];
  const sides = await variablesBetween(context, caller, file, { earlier, later, signal });
  if (sides === undefined) return undefined;
  return isForwards
    ? { before: sides.earlier, after: sides.later }
    : { before: sides.later, after: sides.earlier };
}
