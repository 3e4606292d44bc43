import { getActivityLogs } from './api/activity-logs/getActivityLogs.ts';
import { getBackup } from './api/backup/getBackup.ts';
import { putBackup } from './api/backup/putBackup.ts';
import { downloadImageFill } from './api/downloads/downloadImageFill.ts';
import { getFile } from './api/files/getFile.ts';
import { getFileMeta } from './api/files/getFileMeta.ts';
import { getFileNodes } from './api/files/getFileNodes.ts';
import { getFileVersions } from './api/files/getFileVersions.ts';
import { getImageFills } from './api/files/getImageFills.ts';
import { getDocs } from './api/server/getDocs.ts';
import { getHealth } from './api/server/getHealth.ts';
import { getMetrics } from './api/server/getMetrics.ts';
import { getOpenApi } from './api/server/getOpenApi.ts';
import { getReadiness } from './api/server/getReadiness.ts';
import { createTestSnapshot } from './api/test-mode/createTestSnapshot.ts';
import { createTestWorkspace } from './api/test-mode/createTestWorkspace.ts';
import { deleteFaults } from './api/test-mode/deleteFaults.ts';
import { getClock } from './api/test-mode/getClock.ts';
import { getReceivedRequests } from './api/test-mode/getReceivedRequests.ts';
import { resetTestState } from './api/test-mode/resetTestState.ts';
import { setClock } from './api/test-mode/setClock.ts';
import { setFaults } from './api/test-mode/setFaults.ts';
import { createToken } from './api/tokens/createToken.ts';
import { listTokens } from './api/tokens/listTokens.ts';
import { revokeToken } from './api/tokens/revokeToken.ts';
import { getMe } from './api/users/getMe.ts';
import { findVariablesFile } from './api/variables/find-variables-file.ts';
import { applyWorkspace } from './api/workspace/applyWorkspace.ts';
import { createProject } from './api/workspace/createProject.ts';
import { createTeam } from './api/workspace/createTeam.ts';
import { createUser } from './api/workspace/createUser.ts';
import { deleteProjectMember } from './api/workspace/deleteProjectMember.ts';
import { deleteTeamMember } from './api/workspace/deleteTeamMember.ts';
import { deleteUser } from './api/workspace/deleteUser.ts';
import { listProjects } from './api/workspace/listProjects.ts';
import { listTeams } from './api/workspace/listTeams.ts';
import { listUsers } from './api/workspace/listUsers.ts';
import { putProjectMember } from './api/workspace/putProjectMember.ts';
import { putTeamMember } from './api/workspace/putTeamMember.ts';
import { updateUser } from './api/workspace/updateUser.ts';
import { createBranch } from './api/workspace-files/createBranch.ts';
import { createFile } from './api/workspace-files/createFile.ts';
import { deleteFile } from './api/workspace-files/deleteFile.ts';
import { nameVersion } from './api/workspace-files/nameVersion.ts';
import { putFileContent } from './api/workspace-files/putFileContent.ts';
import { putImageFill } from './api/workspace-files/putImageFill.ts';
import { updateFile } from './api/workspace-files/updateFile.ts';
import type { OperationId } from './contract/contract.ts';
import { isNotImplemented, notImplemented, notImplementedAfter } from './not-implemented.ts';
import type { Handler } from './operation.ts';

/** The register: every operation of the contract and its handler. `docs/compatibility.md` is printed from it. */
export const operations = {
  // Files
  getFile,
  getFileNodes,
  getImages: notImplemented,
  getImageFills,
  getFileMeta,
  getFileVersions,
  // Projects
  getTeamProjects: notImplemented,
  getProjectMeta: notImplemented,
  getProjectFiles: notImplemented,
  // Folders
  getTeamFolders: notImplemented,
  getFolderFolders: notImplemented,
  getFolderFiles: notImplemented,
  getFolderMeta: notImplemented,
  // Comments and reactions
  getComments: notImplemented,
  postComment: notImplemented,
  deleteComment: notImplemented,
  getCommentReactions: notImplemented,
  postCommentReaction: notImplemented,
  deleteCommentReaction: notImplemented,
  // Users
  getMe,
  // Components, component sets, styles
  getTeamComponents: notImplemented,
  getFileComponents: notImplemented,
  getComponent: notImplemented,
  getTeamComponentSets: notImplemented,
  getFileComponentSets: notImplemented,
  getComponentSet: notImplemented,
  getTeamStyles: notImplemented,
  getFileStyles: notImplemented,
  getStyle: notImplemented,
  // Webhooks
  getWebhooks: notImplemented,
  postWebhook: notImplemented,
  getWebhook: notImplemented,
  putWebhook: notImplemented,
  deleteWebhook: notImplemented,
  getTeamWebhooks: notImplemented,
  getWebhookRequests: notImplemented,
  // Logs and usage
  getActivityLogs,
  getDeveloperLogs: notImplemented,
  getAiUsageDaily: notImplemented,
  // Payments
  getPayments: notImplemented,
  // Variables
  getLocalVariables: notImplementedAfter(({ caller, path }, { database }) =>
    findVariablesFile(database, caller, path.file_key, 'read'),
  ),
  getPublishedVariables: notImplementedAfter(({ caller, path }, { database }) =>
    findVariablesFile(database, caller, path.file_key, 'read'),
  ),
  postVariables: notImplementedAfter(({ caller, path }, { database }) =>
    findVariablesFile(database, caller, path.file_key, 'write'),
  ),
  // Dev resources
  getDevResources: notImplemented,
  postDevResources: notImplemented,
  putDevResources: notImplemented,
  deleteDevResource: notImplemented,
  // Library analytics
  getLibraryAnalyticsComponentActions: notImplemented,
  getLibraryAnalyticsComponentUsages: notImplemented,
  getLibraryAnalyticsStyleActions: notImplemented,
  getLibraryAnalyticsStyleUsages: notImplemented,
  getLibraryAnalyticsVariableActions: notImplemented,
  getLibraryAnalyticsVariableUsages: notImplemented,
  // oEmbed
  getOEmbed: notImplemented,
  // OAuth
  getOAuthAuthorization: notImplemented,
  postOAuthToken: notImplemented,
  postOAuthRefresh: notImplemented,
  // Our own: files
  createFile,
  updateFile,
  deleteFile,
  createBranch,
  putFileContent,
  nameVersion,
  putImageFill,
  // Our own: the workspace
  applyWorkspace,
  listTeams,
  createTeam,
  putTeamMember,
  deleteTeamMember,
  listProjects,
  createProject,
  putProjectMember,
  deleteProjectMember,
  listUsers,
  createUser,
  updateUser,
  deleteUser,
  // Our own: tokens, backup
  listTokens,
  createToken,
  revokeToken,
  getBackup,
  putBackup,
  // Test mode
  getClock,
  setClock,
  createTestWorkspace,
  createTestSnapshot,
  resetTestState,
  setFaults,
  deleteFaults,
  getReceivedRequests,
  // Downloads and the server itself
  downloadImageFill,
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApi,
  getDocs,
} satisfies { [Id in OperationId]: Handler<Id> };

/** Operations that answer 501 in this version. */
export function notImplementedOperations(): ReadonlySet<string> {
  const missing = Object.entries(operations).filter(([, handler]) => isNotImplemented(handler));
  return new Set(missing.map(([id]) => id));
}

/** What the register has of each operation; `docs/compatibility.md` is printed from this. */
export function registerStates(): Record<OperationId, 'implemented' | 'notImplemented'> {
  const states = Object.entries(operations).map(([id, handler]) => [
    id,
    isNotImplemented(handler) ? 'notImplemented' : 'implemented',
  ]);
  return Object.fromEntries(states);
}
