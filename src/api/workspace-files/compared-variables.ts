import type { Caller } from '../../access/caller.ts';
import type { Variables } from '../../compare/variable-changes.ts';
import type { Context } from '../../context.ts';
import { visibleVariables } from '../../file-variables/visible-variables.ts';
import type { Compared } from './compared-versions.ts';

/**
 * The variables that two files have now, as a file and its branch: versions of one file keep none. Undefined too where
 * the caller may not read those of both.
 */
export async function comparedVariables(
  context: Context,
  caller: Caller,
  { files }: Compared,
): Promise<{ readonly before: Variables; readonly after: Variables } | undefined> {
  if (files.before.key === files.after.key) return undefined;
  const before = await visibleVariables(context, caller, files.before);
  const after = await visibleVariables(context, caller, files.after);
  return before && after && { before, after };
}
