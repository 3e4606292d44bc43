import type { Kysely } from 'kysely';
import type { Context } from '../context.ts';
import type { WorkspaceFile, WorkspaceFileUser } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { applyApp } from './apps-store.ts';
import { applyDevStatus } from './dev-status-store.ts';
import { applyFile, type PreparedFile } from './file-store.ts';
import { applyFont } from './fonts-store.ts';
import {
  applyOrganization,
  applyToken,
  applyUser,
  hashPasswords,
  type PasswordHashes,
} from './people-store.ts';
import { applyProject, applySite, applyTeam } from './places-store.ts';
import { prepareFile } from './prepare-file.ts';
import { applyAiUsage, applyDevResource, applyResource } from './resources-store.ts';
import { type ApplyReport, emptyReport } from './tally.ts';
import { applySubscription } from './variables-store.ts';
import { applyWebhook, refuseEndpoints } from './webhook-store.ts';

/**
 * Brings the installation to the state of a checked workspace file whose sources stand inline: all of it or,
 * on any refusal, nothing. The second time it finds everything there and changes nothing.
 *
 * @throws ApiError 400 naming the entry
 */
export async function applyWorkspace(context: Context, workspace: WorkspaceFile): Promise<ApplyReport> {
  const files: PreparedFile[] = [];
  for (const entry of workspace.files ?? [])
    files.push(await prepareFile(context, entry, workspace.dev_statuses));
  const passwords = await hashPasswords(context, workspace.users ?? []);
  await refuseEndpoints(context, workspace.webhooks ?? []);
  return inTransaction(context.database, async (transaction) => {
    const report = emptyReport();
    await applyNouns(transaction, context, workspace, passwords, report);
    for (const file of files) await applyFile(transaction, context, file, report);
    for (const site of workspace.sites ?? []) await applySite(transaction, context, site, report);
    for (const entry of workspace.subscriptions ?? [])
      await applySubscription(transaction, context, entry, report);
    for (const entry of workspace.dev_statuses ?? [])
      await applyDevStatus(transaction, context, entry, report);
    for (const entry of workspace.dev_resources ?? [])
      await applyDevResource(transaction, context, entry, report);
    for (const entry of workspace.resources ?? []) await applyResource(transaction, context, entry, report);
    for (const entry of workspace.ai_usage ?? []) await applyAiUsage(transaction, entry, report);
    for (const entry of workspace.webhooks ?? []) await applyWebhook(transaction, context, entry, report);
    report.warnings.push(...notKept(workspace));
    return report;
  });
}

async function applyNouns(
  transaction: Kysely<Tables>,
  context: Context,
  workspace: WorkspaceFile,
  passwords: PasswordHashes,
  report: ApplyReport,
): Promise<void> {
  for (const entry of workspace.organizations ?? []) {
    await applyOrganization(transaction, context, entry, report);
  }
  const users: { id: string; entry: WorkspaceFileUser }[] = [];
  for (const entry of workspace.users ?? [])
    users.push({ entry, id: await applyUser(transaction, context, entry, passwords, report) });
  for (const entry of workspace.teams ?? []) await applyTeam(transaction, context, entry, report);
  for (const entry of workspace.projects ?? []) await applyProject(transaction, context, entry, report);
  for (const entry of workspace.apps ?? []) await applyApp(transaction, context, entry, report);
  for (const { id, entry } of users)
    for (const token of entry.tokens ?? []) await applyToken(transaction, context, id, token, report);
  for (const entry of workspace.fonts ?? []) await applyFont(transaction, context, entry, report);
}

/** One sentence for each kind of thing that the file holds and that is not kept. */
function notKept({ files = [] }: WorkspaceFile): string[] {
  const branches = files.flatMap((file) => file.branches ?? []);
  return branches.some((branch) => branch.link_access !== undefined) ? [branchAccessSentence] : [];
}

const branchAccessSentence = '"link_access" of branches was left out: a branch is as open as its main file.';
