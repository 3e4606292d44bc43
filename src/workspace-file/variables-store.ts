import type { Kysely } from 'kysely';
import { runYielding } from '../content/yielding.ts';
import type { Context } from '../context.ts';
import type { FileKey } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { readVariableRows, variablesRevision, writeVariables } from '../file-variables/variables-store.ts';
import { importSteps } from '../variables/import-variables.ts';
import { sameSteps } from '../variables/print-local-variables.ts';
import { VariablesRefused } from '../variables/read-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';
import type { ApplyReport } from './tally.ts';

/**
 * Reads what a workspace file says of a file's variables: an answer of getLocalVariables.
 * @throws ApiError 400 naming the file
 */
export async function readVariables(bytes: Uint8Array, title: string): Promise<VariablesState> {
  try {
    return await runYielding(importSteps(JSON.parse(Buffer.from(bytes).toString())));
  } catch (error) {
    if (error instanceof VariablesRefused || error instanceof SyntaxError)
      throw badRequest(`${title}, variables: ${error.message}`);
    throw error;
  }
}

/** Gives a file its variables; false where it has them already. */
export async function applyVariables(
  transaction: Kysely<Tables>,
  context: Context,
  key: FileKey,
  after: VariablesState,
  report: ApplyReport,
): Promise<boolean> {
  const { nextNumber } = await variablesRevision(transaction, key);
  const { revision, state: before } = await readVariableRows(transaction, key);
  if (await runYielding(sameSteps(before, after))) {
    report.unchanged += 1;
    return false;
  }
  const newRevision = context.ids.secret();
  const change = { fileKey: key, revision, newRevision, before, after, nextNumber, settledFor: '' };
  await writeVariables(transaction, change);
  report[revision === '' ? 'created' : 'updated'].push({ kind: 'variables', id: key });
  return true;
}
