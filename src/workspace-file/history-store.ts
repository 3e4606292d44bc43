import type { Kysely } from 'kysely';
import type { CompiledContent } from '../content/compile-content.ts';
import type { Context } from '../context.ts';
import type { WorkspaceFileVersion } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';
import { addVersion } from '../files/add-version-store.ts';
import { requireRow } from './row-store.ts';
import type { ApplyReport } from './tally.ts';

/** The older versions of a file or branch, oldest first, and what it holds now. */
export interface PreparedHistory {
  readonly content?: CompiledContent & { readonly base?: string };
  readonly versions: readonly PreparedVersion[];
}

type PreparedVersion = Omit<WorkspaceFileVersion, 'source'> & { readonly content: CompiledContent };

/**
 * Older versions first, then the content as it is now. A version that is there by its id (or, without one, by
 * its label) stays as it is; the history cannot be rewritten.
 */
export async function applyHistory(
  transaction: Kysely<Tables>,
  context: Context,
  key: string,
  owner: string,
  file: PreparedHistory,
  report: ApplyReport,
): Promise<void> {
  refuseFallingIds(key, file.versions);
  const history = await transaction.selectFrom('versions').selectAll().where('file_key', '=', key).execute();
  for (const version of file.versions) {
    const present = history.find((row) =>
      version.id === undefined
        ? row.label === (version.label ?? null) && row.snapshot === version.content.snapshot
        : row.id === version.id,
    );
    if (present !== undefined) {
      report.unchanged += 1;
      continue;
    }
    if (history.length > 0 && version.id !== undefined) {
      throw badRequest(
        `The version ${version.id} of the file ${key} cannot be put before versions that are there already.`,
      );
    }
    await requireRow(transaction, 'users', version.user, `A version of the file ${key}`);
    const id = await addVersion(transaction, key, {
      snapshot: version.content.snapshot,
      nodeCount: version.content.nodeCount,
      userId: version.user ?? owner,
      at: timeOf(version.created_at) ?? context.clock.now(),
      id: version.id,
      label: version.label,
      description: version.description,
    });
    report.created.push({ kind: 'version', id: `${key}/${id}` });
  }
  if (file.content !== undefined) {
    await applyContent(transaction, context, key, owner, file.content, report);
  }
}

/**
 * Ids of versions grow.
 * @throws ApiError 400 naming the first that does not
 * @see ruling H14
 */
function refuseFallingIds(key: string, versions: readonly PreparedVersion[]): void {
  const ids = versions.map(({ id }) => id).filter((id) => id !== undefined);
  const falling = ids.find((id, index) => index > 0 && BigInt(id) <= BigInt(ids[index - 1] as string));
  if (falling === undefined) return;
  throw badRequest(`The version ${falling} of the file ${key} has to have a greater id than the one before.`);
}

function timeOf(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Adds the content as the newest version, unless it is that already. */
async function applyContent(
  transaction: Kysely<Tables>,
  context: Context,
  key: string,
  userId: string,
  content: NonNullable<PreparedHistory['content']>,
  report: ApplyReport,
): Promise<void> {
  const present = await transaction
    .selectFrom('files')
    .innerJoin('versions', (join) =>
      join.onRef('versions.file_key', '=', 'files.key').onRef('versions.id', '=', 'files.current_version'),
    )
    .select('versions.snapshot')
    .where('files.key', '=', key)
    .executeTakeFirst();
  for (const warning of content.warnings) report.warnings.push(`${key}: ${warning.node}: ${warning.reason}`);
  if (present?.snapshot === content.snapshot) {
    report.unchanged += 1;
    return;
  }
  const id = await addVersion(transaction, key, {
    snapshot: content.snapshot,
    base: content.base,
    nodeCount: content.nodeCount,
    userId,
    at: context.clock.now(),
  });
  report.created.push({ kind: 'version', id: `${key}/${id}` });
}
