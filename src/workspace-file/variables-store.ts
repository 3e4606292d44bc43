import type { Kysely } from 'kysely';
import { patiently } from '../content/patiently.ts';
import type { Context } from '../context.ts';
import type { WorkspaceFile } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { publishFileVariables } from '../file-variables/publications-store.ts';
import { readVariableRows, variablesRevision, writeVariables } from '../file-variables/variables-store.ts';
import { publishFileAssets } from '../libraries/assets-store.ts';
import { insertPublish, isPublished, subscribe } from '../libraries/libraries-store.ts';
import { importSteps } from '../variables/import-variables.ts';
import { sameSteps } from '../variables/print-local-variables.ts';
import { VariablesRefused } from '../variables/read-local-variables.ts';
import type { VariablesState } from '../variables/state.ts';
import type { Applying } from './applying.ts';
import { requireFile } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

/**
 * Reads what a workspace file says of a file's variables: an answer of getLocalVariables.
 * @throws ApiError 400 naming the file
 */
export async function readVariables(bytes: Uint8Array, title: string): Promise<VariablesState> {
  try {
    return await patiently(importSteps(JSON.parse(Buffer.from(bytes).toString())));
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
  key: string,
  after: VariablesState,
  report: ApplyReport,
): Promise<boolean> {
  const { nextNumber } = await variablesRevision(transaction, key);
  const { revision, state: before } = await readVariableRows(transaction, key);
  if (await patiently(sameSteps(before, after))) {
    report.unchanged += 1;
    return false;
  }
  const newRevision = context.ids.secret();
  const change = { fileKey: key, revision, newRevision, before, after, nextNumber, settledFor: '' };
  await writeVariables(transaction, change);
  report[revision === '' ? 'created' : 'updated'].push({ kind: 'variables', id: key });
  return true;
}

/** Publishes a file once; later publishes are made by hand. */
export async function applyPublished(
  transaction: Kysely<Tables>,
  context: Context,
  file: { key: string; owner: string },
  report: ApplyReport,
): Promise<void> {
  if (await isPublished(transaction, file.key)) {
    report.unchanged += 1;
    return;
  }
  const at = context.clock.now();
  await publishFileAssets(transaction, context, file.key, { userId: file.owner, at });
  await publishFileVariables(transaction, context, file.key, at);
  await insertPublish(transaction, {
    id: context.ids.digits(),
    file_key: file.key,
    user_id: file.owner,
    description: null,
    published_at: at,
  });
  report.created.push({ kind: 'library', id: file.key });
}

export async function applySubscription(
  { change: { transaction, context }, report }: Applying,
  { file, library }: NonNullable<WorkspaceFile['subscriptions']>[number],
): Promise<void> {
  for (const key of [file, library]) await requireFile(transaction, key, 'A subscription');
  if (!(await isPublished(transaction, library)))
    throw badRequest(`A subscription names the file ${library}, which was not published as a library.`);
  const row = { file_key: file, library_key: library, created_at: context.clock.now() };
  if ((await organizationsOf(transaction, [file, library])).size > 1)
    report.warnings.push(`${file} has nothing of the library ${library}, which is of another organization.`);
  if (await subscribe(transaction, row))
    report.created.push({ kind: 'subscription', id: `${file}/${library}` });
  else report.unchanged += 1;
}

async function organizationsOf(database: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await database
    .selectFrom('files')
    .innerJoin('projects', 'projects.id', 'files.project_id')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select('teams.organization_id')
    .where('files.key', 'in', [...keys])
    .execute();
  return new Set(rows.map(({ organization_id }) => organization_id));
}
