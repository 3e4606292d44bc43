import { getActivityLogs } from './api/activity-logs/getActivityLogs.ts';
import { getAiUsageDaily } from './api/ai-usage/getAiUsageDaily.ts';
import { recordAiUsage } from './api/ai-usage/recordAiUsage.ts';
import { createApp } from './api/apps/createApp.ts';
import { deleteApp } from './api/apps/deleteApp.ts';
import { getApp } from './api/apps/getApp.ts';
import { listAllowedApps } from './api/apps/listAllowedApps.ts';
import { listApps } from './api/apps/listApps.ts';
import { publishApp } from './api/apps/publishApp.ts';
import { putAppProjectsAccess } from './api/apps/putAppProjectsAccess.ts';
import { replaceAppSecret } from './api/apps/replaceAppSecret.ts';
import { requestAppProjectsAccess } from './api/apps/requestAppProjectsAccess.ts';
import { reviewApp } from './api/apps/reviewApp.ts';
import { revokeAllowedApp } from './api/apps/revokeAllowedApp.ts';
import { updateApp } from './api/apps/updateApp.ts';
import { getBackup } from './api/backup/getBackup.ts';
import { putBackup } from './api/backup/putBackup.ts';
import { deleteCommentReaction } from './api/comment-reactions/deleteCommentReaction.ts';
import { getCommentReactions } from './api/comment-reactions/getCommentReactions.ts';
import { postCommentReaction } from './api/comment-reactions/postCommentReaction.ts';
import { deleteComment } from './api/comments/deleteComment.ts';
import { getComments } from './api/comments/getComments.ts';
import { postComment } from './api/comments/postComment.ts';
import { putCommentResolved } from './api/comments/putCommentResolved.ts';
import { getComponentSet } from './api/component-sets/getComponentSet.ts';
import { getFileComponentSets } from './api/component-sets/getFileComponentSets.ts';
import { getTeamComponentSets } from './api/component-sets/getTeamComponentSets.ts';
import { getComponent } from './api/components/getComponent.ts';
import { getFileComponents } from './api/components/getFileComponents.ts';
import { getTeamComponents } from './api/components/getTeamComponents.ts';
import { deleteDevResource } from './api/dev-resources/deleteDevResource.ts';
import { getDevResources } from './api/dev-resources/getDevResources.ts';
import { postDevResources } from './api/dev-resources/postDevResources.ts';
import { putDevResources } from './api/dev-resources/putDevResources.ts';
import { getDeveloperLogs } from './api/developer-logs/getDeveloperLogs.ts';
import { getOwnRequests } from './api/developer-logs/getOwnRequests.ts';
import { getTextEvents } from './api/discovery/getTextEvents.ts';
import { downloadAppLogo } from './api/downloads/downloadAppLogo.ts';
import { downloadImage } from './api/downloads/downloadImage.ts';
import { downloadImageFill } from './api/downloads/downloadImageFill.ts';
import { downloadTextEvents } from './api/downloads/downloadTextEvents.ts';
import { downloadThumbnail } from './api/downloads/downloadThumbnail.ts';
import { getFile } from './api/files/getFile.ts';
import { getFileMeta } from './api/files/getFileMeta.ts';
import { getFileNodes } from './api/files/getFileNodes.ts';
import { getFileVersions } from './api/files/getFileVersions.ts';
import { getImageFills } from './api/files/getImageFills.ts';
import { getImages } from './api/files/getImages.ts';
import { searchNodes } from './api/find/searchNodes.ts';
import { selectNodes } from './api/find/selectNodes.ts';
import { selectProjectNodes } from './api/find/selectProjectNodes.ts';
import { selectTeamNodes } from './api/find/selectTeamNodes.ts';
import { getFolderFiles } from './api/folders/getFolderFiles.ts';
import { getFolderFolders } from './api/folders/getFolderFolders.ts';
import { getFolderMeta } from './api/folders/getFolderMeta.ts';
import { getTeamFolders } from './api/folders/getTeamFolders.ts';
import { addCatalogueFonts } from './api/fonts/addCatalogueFonts.ts';
import { addFont } from './api/fonts/addFont.ts';
import { deleteFont } from './api/fonts/deleteFont.ts';
import { getFontLicence } from './api/fonts/getFontLicence.ts';
import { getMissingFonts } from './api/fonts/getMissingFonts.ts';
import { listFonts } from './api/fonts/listFonts.ts';
import { createInvitation } from './api/invitations/createInvitation.ts';
import { deleteInvitation } from './api/invitations/deleteInvitation.ts';
import { listInvitations } from './api/invitations/listInvitations.ts';
import { sendInvitation } from './api/invitations/sendInvitation.ts';
import { deleteSubscription } from './api/libraries/deleteSubscription.ts';
import { getLibrary } from './api/libraries/getLibrary.ts';
import { publishLibrary } from './api/libraries/publishLibrary.ts';
import { putSubscription } from './api/libraries/putSubscription.ts';
import { getLibraryAnalyticsComponentActions } from './api/library-analytics/getLibraryAnalyticsComponentActions.ts';
import { getLibraryAnalyticsComponentUsages } from './api/library-analytics/getLibraryAnalyticsComponentUsages.ts';
import { getLibraryAnalyticsStyleActions } from './api/library-analytics/getLibraryAnalyticsStyleActions.ts';
import { getLibraryAnalyticsStyleUsages } from './api/library-analytics/getLibraryAnalyticsStyleUsages.ts';
import { getLibraryAnalyticsVariableActions } from './api/library-analytics/getLibraryAnalyticsVariableActions.ts';
import { getLibraryAnalyticsVariableUsages } from './api/library-analytics/getLibraryAnalyticsVariableUsages.ts';
import { createMirror } from './api/mirrors/createMirror.ts';
import { deleteMirror } from './api/mirrors/deleteMirror.ts';
import { detachFile } from './api/mirrors/detachFile.ts';
import { getMirror } from './api/mirrors/getMirror.ts';
import { getMirroredFile } from './api/mirrors/getMirroredFile.ts';
import { listMirrors } from './api/mirrors/listMirrors.ts';
import { notifyMirror } from './api/mirrors/notifyMirror.ts';
import { syncMirror } from './api/mirrors/syncMirror.ts';
import { updateMirror } from './api/mirrors/updateMirror.ts';
import { getOEmbed } from './api/oembed/getOEmbed.ts';
import { changePassword } from './api/passwords/changePassword.ts';
import { createPasswordReset } from './api/passwords/createPasswordReset.ts';
import { createPaymentToken } from './api/payments/createPaymentToken.ts';
import { getPayments } from './api/payments/getPayments.ts';
import { putPayment } from './api/payments/putPayment.ts';
import { getProjectFiles } from './api/projects/getProjectFiles.ts';
import { getProjectMeta } from './api/projects/getProjectMeta.ts';
import { getTeamProjects } from './api/projects/getTeamProjects.ts';
import { getDocs } from './api/server/getDocs.ts';
import { getDocsOfTag } from './api/server/getDocsOfTag.ts';
import { getHealth } from './api/server/getHealth.ts';
import { getInstallation } from './api/server/getInstallation.ts';
import { getMetrics } from './api/server/getMetrics.ts';
import { getOpenApi } from './api/server/getOpenApi.ts';
import { getReadiness } from './api/server/getReadiness.ts';
import { deleteSession } from './api/sessions/deleteSession.ts';
import { deleteSessions } from './api/sessions/deleteSessions.ts';
import { getSession } from './api/sessions/getSession.ts';
import { linkIdentity } from './api/sessions/linkIdentity.ts';
import { listIdentities } from './api/sessions/listIdentities.ts';
import { unlinkIdentity } from './api/sessions/unlinkIdentity.ts';
import { getFirstRun } from './api/sign-in/first-run/getFirstRun.ts';
import { postFirstRun } from './api/sign-in/first-run/postFirstRun.ts';
import { getSignIn } from './api/sign-in/getSignIn.ts';
import { getSingleSignOn } from './api/sign-in/getSingleSignOn.ts';
import { getSingleSignOnCallback } from './api/sign-in/getSingleSignOnCallback.ts';
import { getInvitation } from './api/sign-in/invitation/getInvitation.ts';
import { postInvitation } from './api/sign-in/invitation/postInvitation.ts';
import { postInvitationJoin } from './api/sign-in/invitation/postInvitationJoin.ts';
import { getForgotPassword } from './api/sign-in/password/getForgotPassword.ts';
import { getResetPassword } from './api/sign-in/password/getResetPassword.ts';
import { postForgotPassword } from './api/sign-in/password/postForgotPassword.ts';
import { postResetPassword } from './api/sign-in/password/postResetPassword.ts';
import { postSignIn } from './api/sign-in/postSignIn.ts';
import { postSignOut } from './api/sign-in/postSignOut.ts';
import { createSite } from './api/sites/createSite.ts';
import { deleteSite } from './api/sites/deleteSite.ts';
import { listSites } from './api/sites/listSites.ts';
import { updateSite } from './api/sites/updateSite.ts';
import { getFileStyles } from './api/styles/getFileStyles.ts';
import { getStyle } from './api/styles/getStyle.ts';
import { getTeamStyles } from './api/styles/getTeamStyles.ts';
import { createTestSnapshot } from './api/test-mode/createTestSnapshot.ts';
import { createTestWorkspace } from './api/test-mode/createTestWorkspace.ts';
import { deleteFaults } from './api/test-mode/deleteFaults.ts';
import { getClock } from './api/test-mode/getClock.ts';
import { getReceivedRequests } from './api/test-mode/getReceivedRequests.ts';
import { putTokenIdentity } from './api/test-mode/putTokenIdentity.ts';
import { resetTestState } from './api/test-mode/resetTestState.ts';
import { setClock } from './api/test-mode/setClock.ts';
import { setFaults } from './api/test-mode/setFaults.ts';
import { createPlanToken } from './api/tokens/createPlanToken.ts';
import { createToken } from './api/tokens/createToken.ts';
import { listPlanTokens } from './api/tokens/listPlanTokens.ts';
import { listTokens } from './api/tokens/listTokens.ts';
import { replaceAdministratorToken } from './api/tokens/replaceAdministratorToken.ts';
import { revokePlanToken } from './api/tokens/revokePlanToken.ts';
import { revokeToken } from './api/tokens/revokeToken.ts';
import { checkUpstream } from './api/upstreams/checkUpstream.ts';
import { createUpstream } from './api/upstreams/createUpstream.ts';
import { deleteUpstream } from './api/upstreams/deleteUpstream.ts';
import { getUpstream } from './api/upstreams/getUpstream.ts';
import { listUpstreams } from './api/upstreams/listUpstreams.ts';
import { pullFromUpstream } from './api/upstreams/pullFromUpstream.ts';
import { readFromUpstream } from './api/upstreams/readFromUpstream.ts';
import { updateUpstream } from './api/upstreams/updateUpstream.ts';
import { getMe } from './api/users/getMe.ts';
import { deleteFileVariable } from './api/variables/deleteFileVariable.ts';
import { getLocalVariables } from './api/variables/getLocalVariables.ts';
import { getPublishedVariables } from './api/variables/getPublishedVariables.ts';
import { postVariables } from './api/variables/postVariables.ts';
import { putFileVariables } from './api/variables/putFileVariables.ts';
import { findViewerNodes } from './api/viewer/findViewerNodes.ts';
import { findViewerPeople } from './api/viewer/findViewerPeople.ts';
import { getViewerColors } from './api/viewer/getViewerColors.ts';
import { getViewerEvents } from './api/viewer/getViewerEvents.ts';
import { getViewerFile } from './api/viewer/getViewerFile.ts';
import { getViewerGaps } from './api/viewer/getViewerGaps.ts';
import { getViewerNode } from './api/viewer/getViewerNode.ts';
import { getViewerPrototype } from './api/viewer/getViewerPrototype.ts';
import { getViewerSite } from './api/viewer/getViewerSite.ts';
import { getViewerSiteTile } from './api/viewer/getViewerSiteTile.ts';
import { getViewerTile } from './api/viewer/getViewerTile.ts';
import { listViewerChildren } from './api/viewer/listViewerChildren.ts';
import { listViewerClicks } from './api/viewer/listViewerClicks.ts';
import { getWebhookKey } from './api/webhook-deliveries/getWebhookKey.ts';
import { getWebhookStanding } from './api/webhook-deliveries/getWebhookStanding.ts';
import { listDeliveries } from './api/webhook-deliveries/listDeliveries.ts';
import { pingWebhook } from './api/webhook-deliveries/pingWebhook.ts';
import { replayDeliveries } from './api/webhook-deliveries/replayDeliveries.ts';
import { rotateWebhookKey } from './api/webhook-deliveries/rotateWebhookKey.ts';
import { deleteWebhook } from './api/webhooks/deleteWebhook.ts';
import { getTeamWebhooks } from './api/webhooks/getTeamWebhooks.ts';
import { getWebhook } from './api/webhooks/getWebhook.ts';
import { getWebhookRequests } from './api/webhooks/getWebhookRequests.ts';
import { getWebhooks } from './api/webhooks/getWebhooks.ts';
import { postWebhook } from './api/webhooks/postWebhook.ts';
import { putWebhook } from './api/webhooks/putWebhook.ts';
import { applyWorkspace } from './api/workspace/applyWorkspace.ts';
import { createOrganization } from './api/workspace/createOrganization.ts';
import { createProject } from './api/workspace/createProject.ts';
import { createTeam } from './api/workspace/createTeam.ts';
import { createUser } from './api/workspace/createUser.ts';
import { deleteProject } from './api/workspace/deleteProject.ts';
import { deleteProjectMember } from './api/workspace/deleteProjectMember.ts';
import { deleteTeam } from './api/workspace/deleteTeam.ts';
import { deleteTeamMember } from './api/workspace/deleteTeamMember.ts';
import { deleteUser } from './api/workspace/deleteUser.ts';
import { getOrganization } from './api/workspace/getOrganization.ts';
import { getOwnLimits } from './api/workspace/getOwnLimits.ts';
import { listOrganizations } from './api/workspace/listOrganizations.ts';
import { listProjects } from './api/workspace/listProjects.ts';
import { listRateLimits } from './api/workspace/listRateLimits.ts';
import { listTeams } from './api/workspace/listTeams.ts';
import { listUsers } from './api/workspace/listUsers.ts';
import { putProjectMember } from './api/workspace/putProjectMember.ts';
import { putTeamMember } from './api/workspace/putTeamMember.ts';
import { putUserProjectsAccess } from './api/workspace/putUserProjectsAccess.ts';
import { updateMe } from './api/workspace/updateMe.ts';
import { updateOrganization } from './api/workspace/updateOrganization.ts';
import { updateProject } from './api/workspace/updateProject.ts';
import { updateTeam } from './api/workspace/updateTeam.ts';
import { updateUser } from './api/workspace/updateUser.ts';
import { compareFrames } from './api/workspace-files/compareFrames.ts';
import { compareImages } from './api/workspace-files/compareImages.ts';
import { compareVersions } from './api/workspace-files/compareVersions.ts';
import { createBranch } from './api/workspace-files/createBranch.ts';
import { createFile } from './api/workspace-files/createFile.ts';
import { deleteFile } from './api/workspace-files/deleteFile.ts';
import { listFilePeople } from './api/workspace-files/listFilePeople.ts';
import { listFiles } from './api/workspace-files/listFiles.ts';
import { listRecentFiles } from './api/workspace-files/listRecentFiles.ts';
import { listRenders } from './api/workspace-files/listRenders.ts';
import { mergeBranch } from './api/workspace-files/mergeBranch.ts';
import { nameVersion } from './api/workspace-files/nameVersion.ts';
import { patchNodes } from './api/workspace-files/patchNodes.ts';
import { previewVariables } from './api/workspace-files/previewVariables.ts';
import { putDevStatus } from './api/workspace-files/putDevStatus.ts';
import { putFileContent } from './api/workspace-files/putFileContent.ts';
import { putImageFill } from './api/workspace-files/putImageFill.ts';
import { updateFile } from './api/workspace-files/updateFile.ts';
import type { OperationId } from './contract/contract.ts';
import { getOAuthAuthorization } from './oauth/getOAuthAuthorization.ts';
import { postOAuthConsent } from './oauth/postOAuthConsent.ts';
import { postOAuthRefresh } from './oauth/postOAuthRefresh.ts';
import { postOAuthToken } from './oauth/postOAuthToken.ts';
import type { Handler } from './operation.ts';

/** The register: every operation of the contract and its handler. `docs/compatibility.md` is printed from it. */
export const operations = {
  // Files
  getFile,
  getFileNodes,
  getImages,
  getImageFills,
  getFileMeta,
  getFileVersions,
  // Projects
  getTeamProjects,
  getProjectMeta,
  getProjectFiles,
  // Folders
  getTeamFolders,
  getFolderFolders,
  getFolderFiles,
  getFolderMeta,
  // Comments and reactions
  getComments,
  postComment,
  deleteComment,
  getCommentReactions,
  postCommentReaction,
  deleteCommentReaction,
  // Users
  getMe,
  // Components, component sets, styles
  getTeamComponents,
  getFileComponents,
  getComponent,
  getTeamComponentSets,
  getFileComponentSets,
  getComponentSet,
  getTeamStyles,
  getFileStyles,
  getStyle,
  // Webhooks
  getWebhooks,
  postWebhook,
  getWebhook,
  putWebhook,
  deleteWebhook,
  getTeamWebhooks,
  getWebhookRequests,
  // Logs and usage
  getActivityLogs,
  getDeveloperLogs,
  getOwnRequests,
  getAiUsageDaily,
  getTextEvents,
  // Payments
  getPayments,
  // Variables
  getLocalVariables,
  getPublishedVariables,
  postVariables,
  // Dev resources
  getDevResources,
  postDevResources,
  putDevResources,
  deleteDevResource,
  // Library analytics
  getLibraryAnalyticsComponentActions,
  getLibraryAnalyticsComponentUsages,
  getLibraryAnalyticsStyleActions,
  getLibraryAnalyticsStyleUsages,
  getLibraryAnalyticsVariableActions,
  getLibraryAnalyticsVariableUsages,
  // oEmbed
  getOEmbed,
  // OAuth
  getOAuthAuthorization,
  postOAuthConsent,
  getSignIn,
  getFirstRun,
  postFirstRun,
  postSignIn,
  postSignOut,
  getSingleSignOn,
  getSingleSignOnCallback,
  postOAuthToken,
  postOAuthRefresh,
  // Our own: files
  createFile,
  listFiles,
  listRecentFiles,
  updateFile,
  deleteFile,
  createBranch,
  mergeBranch,
  patchNodes,
  putFileContent,
  compareFrames,
  compareImages,
  compareVersions,
  searchNodes,
  selectNodes,
  selectProjectNodes,
  selectTeamNodes,
  nameVersion,
  putImageFill,
  listFilePeople,
  listRenders,
  putDevStatus,
  putCommentResolved,
  previewVariables,
  putFileVariables,
  deleteFileVariable,
  // Libraries
  getLibrary,
  publishLibrary,
  putSubscription,
  deleteSubscription,
  // Our own: sites
  listSites,
  createSite,
  updateSite,
  deleteSite,
  // Our own: the workspace
  applyWorkspace,
  listTeams,
  createTeam,
  putTeamMember,
  deleteTeamMember,
  listOrganizations,
  listProjects,
  listRateLimits,
  createOrganization,
  createProject,
  putProjectMember,
  deleteProjectMember,
  deleteTeam,
  listUsers,
  createUser,
  deleteProject,
  updateMe,
  updateUser,
  deleteUser,
  putUserProjectsAccess,
  // Our own: webhooks
  listDeliveries,
  pingWebhook,
  replayDeliveries,
  getWebhookKey,
  getWebhookStanding,
  rotateWebhookKey,
  // Our own: payments, AI usage
  recordAiUsage,
  putPayment,
  createPaymentToken,
  // Our own: mirrors
  listMirrors,
  createMirror,
  getMirror,
  updateMirror,
  deleteMirror,
  syncMirror,
  notifyMirror,
  getMirroredFile,
  detachFile,
  // Our own: upstreams
  listUpstreams,
  createUpstream,
  getUpstream,
  updateUpstream,
  deleteUpstream,
  checkUpstream,
  pullFromUpstream,
  readFromUpstream,

  // Our own: fonts
  listFonts,
  addCatalogueFonts,
  addFont,
  getFontLicence,
  getMissingFonts,
  deleteFont,
  // Our own: apps, sessions
  listApps,
  createApp,
  getApp,
  updateApp,
  deleteApp,
  publishApp,
  reviewApp,
  replaceAppSecret,
  requestAppProjectsAccess,
  putAppProjectsAccess,
  listAllowedApps,
  revokeAllowedApp,
  getSession,
  deleteSession,
  deleteSessions,
  listIdentities,
  linkIdentity,
  unlinkIdentity,
  // Our own: invitations and passwords
  getOrganization,
  getOwnLimits,
  updateOrganization,
  updateProject,
  updateTeam,
  listInvitations,
  createInvitation,
  deleteInvitation,
  sendInvitation,
  createPasswordReset,
  changePassword,
  getInvitation,
  postInvitation,
  postInvitationJoin,
  getForgotPassword,
  postForgotPassword,
  getResetPassword,
  postResetPassword,
  // Our own: tokens, backup
  listTokens,
  createToken,
  revokeToken,
  listPlanTokens,
  createPlanToken,
  revokePlanToken,
  replaceAdministratorToken,
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
  putTokenIdentity,
  getReceivedRequests,
  // Downloads and the server itself
  downloadImageFill,
  getViewerColors,
  getViewerEvents,
  getViewerFile,
  findViewerNodes,
  findViewerPeople,
  getViewerGaps,
  getViewerNode,
  listViewerChildren,
  getViewerPrototype,
  listViewerClicks,
  getViewerTile,
  getViewerSite,
  getViewerSiteTile,
  downloadAppLogo,
  downloadImage,
  downloadThumbnail,
  downloadTextEvents,
  getHealth,
  getInstallation,
  getReadiness,
  getMetrics,
  getOpenApi,
  getDocs,
  getDocsOfTag,
} satisfies { [Id in OperationId]: Handler<Id> };
