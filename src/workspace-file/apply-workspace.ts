import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import type { WorkspaceFile, WorkspaceFileUser } from '../contract/contract.ts';
import { applyAiUsage } from './apply-ai-usage.ts';
import { applyApp } from './apply-app.ts';
import { applyDevResources } from './apply-dev-resources.ts';
import { applyDevStatus } from './apply-dev-status.ts';
import { applyFile, type PreparedFile } from './apply-file.ts';
import { applyFont } from './apply-font.ts';
import { applySubscription } from './apply-library.ts';
import { applyOrganization } from './apply-organization.ts';
import { applyPerson, hashPasswords, type PasswordHashes } from './apply-person.ts';
import { applyProject } from './apply-project.ts';
import { type ApplyReport, emptyReport } from './apply-report.ts';
import { applyResource } from './apply-resource.ts';
import { applySite } from './apply-site.ts';
import { applyTeam } from './apply-team.ts';
import { applyToken } from './apply-token.ts';
import { applyWebhook, prepareWebhooks } from './apply-webhook.ts';
import { type Applying, inApplying } from './applying.ts';
import { prepareFile } from './prepare-file.ts';
import { requireApplier } from './require-applier.ts';

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
  const webhooks = await prepareWebhooks(context, workspace.webhooks ?? []);
  return inApplying(context, async (change) => {
    const report = emptyReport();
    const applying = { change, report };
    await applyNouns(applying, workspace, passwords);
    for (const file of files) await applyFile(applying, file);
    for (const entry of workspace.sites ?? []) await applySite(applying, entry);
    for (const entry of workspace.subscriptions ?? []) await applySubscription(applying, entry);
    for (const entry of workspace.dev_statuses ?? []) await applyDevStatus(applying, entry);
    await applyDevResources(applying, workspace.dev_resources ?? []);
    for (const entry of workspace.resources ?? []) await applyResource(applying, entry);
    for (const entry of workspace.ai_usage ?? []) await applyAiUsage(applying, entry);
    for (const webhook of webhooks) await applyWebhook(applying, webhook);
    for (const warning of notKept(workspace)) report.warnings.push(warning);
    return report;
  });
}

/**
 * The same for whoever asks for it.
 * @throws ApiError 403, 400 naming the entry
 */
export async function applyWorkspaceOf(
  context: Context,
  caller: Caller,
  workspace: WorkspaceFile,
): Promise<ApplyReport> {
  requireApplier(caller);
  return applyWorkspace(context, workspace);
}

async function applyNouns(
  applying: Applying,
  workspace: WorkspaceFile,
  passwords: PasswordHashes,
): Promise<void> {
  for (const entry of workspace.organizations ?? []) await applyOrganization(applying, entry);
  const users: { id: UserId; entry: WorkspaceFileUser }[] = [];
  for (const entry of workspace.users ?? [])
    users.push({ entry, id: await applyPerson(applying, entry, passwords) });
  for (const entry of workspace.teams ?? []) await applyTeam(applying, entry);
  for (const entry of workspace.projects ?? []) await applyProject(applying, entry);
  for (const entry of workspace.apps ?? []) await applyApp(applying, entry);
  for (const { id, entry } of users)
    for (const token of entry.tokens ?? []) await applyToken(applying, id, token);
  for (const entry of workspace.fonts ?? []) await applyFont(applying, entry);
}

/** One sentence for each kind of thing that the file holds and that is not kept. */
function notKept({ files = [] }: WorkspaceFile): string[] {
  const branches = files.flatMap((file) => file.branches ?? []);
  return branches.some((branch) => branch.link_access !== undefined) ? [branchAccessSentence] : [];
}

const branchAccessSentence = '"link_access" of branches was left out: a branch is as open as its main file.';
