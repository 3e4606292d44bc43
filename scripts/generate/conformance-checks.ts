/** Checks of an operation over HTTPS: files in `conformance/`, without their ending. */
export type ConformanceChecks = Readonly<Record<string, readonly string[]>>;

const webhooks = ['webhooks'];
const libraries = ['libraries'];
const comments = ['comments'];
const reactions = ['comment-reactions'];
const projects = ['projects'];
const devResources = ['dev-resources'];
const analytics = ['library-analytics'];

/** Where each operation of the interface is checked first; others call it as well. */
export const conformanceChecks: ConformanceChecks = {
  getFile: ['get-file', 'large-files', 'real-files'],
  getFileNodes: ['get-file-nodes'],
  getImages: ['images', 'image-addresses', 'images-hostile'],
  getImageFills: ['image-fills'],
  getFileMeta: ['file-meta'],
  getFileVersions: ['file-versions'],
  getTeamProjects: projects,
  getProjectFiles: projects,
  getProjectMeta: projects,
  getTeamFolders: projects,
  getFolderFolders: projects,
  getFolderFiles: projects,
  getFolderMeta: projects,
  getComments: comments,
  postComment: comments,
  deleteComment: comments,
  getCommentReactions: reactions,
  postCommentReaction: reactions,
  deleteCommentReaction: reactions,
  getMe: ['authentication'],
  getTeamComponents: libraries,
  getFileComponents: libraries,
  getComponent: libraries,
  getTeamComponentSets: libraries,
  getFileComponentSets: libraries,
  getComponentSet: libraries,
  getTeamStyles: libraries,
  getFileStyles: libraries,
  getStyle: libraries,
  getWebhooks: webhooks,
  postWebhook: webhooks,
  getWebhook: webhooks,
  putWebhook: webhooks,
  deleteWebhook: webhooks,
  getTeamWebhooks: webhooks,
  getWebhookRequests: ['deliveries'],
  getActivityLogs: ['activity-logs', 'log-retention'],
  getDeveloperLogs: ['developer-logs'],
  getAiUsageDaily: ['ai-usage'],
  getPayments: ['payments'],
  getLocalVariables: ['variables', 'variables-real', 'extended-collections'],
  getPublishedVariables: ['published-variables', 'variables-of-libraries'],
  postVariables: ['variables-changes', 'variables-bodies', 'variables-writers', 'variables-follow'],
  getDevResources: devResources,
  postDevResources: devResources,
  putDevResources: devResources,
  deleteDevResource: devResources,
  getLibraryAnalyticsComponentActions: analytics,
  getLibraryAnalyticsComponentUsages: analytics,
  getLibraryAnalyticsStyleActions: analytics,
  getLibraryAnalyticsStyleUsages: analytics,
  getLibraryAnalyticsVariableActions: analytics,
  getLibraryAnalyticsVariableUsages: analytics,
  getOEmbed: ['oembed', 'file-pages'],
};
