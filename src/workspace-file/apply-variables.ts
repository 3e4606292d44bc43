import {
  readAnswerText,
  replaceVariables,
  type WantedVariables,
} from '../file-variables/replace-variables.ts';
import { variablesRevision } from '../file-variables/variables-store.ts';
import type { VariablesState } from '../variables/state.ts';
import { type Applying, ofEntry } from './applying.ts';

/**
 * Reads what a workspace file says of a file's variables: an answer of getLocalVariables.
 * @throws ApiError 400 naming the file
 */
export function readVariables(bytes: Uint8Array, title: string): Promise<VariablesState> {
  return ofEntry(`${title}, variables`, () => readAnswerText(bytes));
}

/** Gives a file its variables, unless it has them already. */
export async function applyVariables(
  { change, report }: Applying,
  wanted: WantedVariables & Required<Pick<WantedVariables, 'document'>>,
): Promise<void> {
  const key = wanted.fileKey;
  const { revision } = await variablesRevision(change.transaction, key);
  const title = `The variables of the file ${key}`;
  const isOther = await ofEntry(title, () => replaceVariables(change, wanted));
  if (isOther) report[revision === '' ? 'created' : 'updated'].push({ kind: 'variables', id: key });
  else report.unchanged += 1;
}
