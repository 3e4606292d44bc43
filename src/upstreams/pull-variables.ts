import { inChange } from '../change.ts';
import { readAnswerText, replaceVariables } from '../file-variables/replace-variables.ts';
import type { OpenPull } from './open-pull.ts';

/** Reads the variables of the file; its document has their values already. */
export async function pullVariables({
  context,
  by,
  line,
  elsewhere,
  fileKey,
  isTold,
}: OpenPull): Promise<void> {
  const bytes = await line.bytes(`/v1/files/${encodeURIComponent(elsewhere)}/variables/local`, 'tier2');
  const state = await readAnswerText(bytes);
  await inChange(
    context,
    by,
    (change) => replaceVariables(change, { fileKey, state, document: 'came before' }),
    { isTold },
  );
}
