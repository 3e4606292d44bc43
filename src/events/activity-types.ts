/** What an event can be about, in the interface's words. */
export type EntityKind = 'user' | 'file' | 'file_repo' | 'project' | 'team' | 'org';

/**
 * Every change that is recorded: the name it has in the activity logs, what it is about, and what happened in
 * a few words. The names are those of the interface where it has one. `docs/logs.md` holds the same table.
 *
 * @see A25, LOG-17, LOG-18
 */
export const activityTypes = {
  fig_file_create: of(['file'], 'a file was made'),
  fig_file_rename: of(['file', 'file_repo'], 'a file or branch got another name'),
  fig_file_move: of(['file'], 'a file went to another project'),
  fig_file_archive: of(['file'], 'a file was archived'),
  fig_file_unarchive: of(['file'], 'a file was brought back from the archive'),
  fig_file_link_access_change: of(['file'], 'a link opens a file to others than before'),
  fig_file_content_change: of(['file', 'file_repo'], 'content was pushed'),
  fig_file_image_fill_change: of(['file', 'file_repo'], 'the bytes of an image fill were stored'),
  fig_file_version_name: of(['file', 'file_repo'], 'a version got a name'),
  fig_file_permanent_delete: of(['file'], 'a file and its branches were deleted'),
  fig_file_variables_change: of(['file', 'file_repo'], 'variables, collections or modes were changed'),
  fig_file_site_create: of(['file'], 'a file was published as a site'),
  fig_file_site_update: of(['file'], 'a published site was renamed, moved, opened or closed'),
  fig_file_site_delete: of(['file'], 'a published site was taken away'),
  library_publish: of(['file'], 'a library was published'),
  library_subscribe: of(['file', 'file_repo'], 'a file began to use a library'),
  library_unsubscribe: of(['file', 'file_repo'], 'a file gave up a library'),
  branch_create: of(['file_repo'], 'a branch was made'),
  branch_delete: of(['file_repo'], 'a branch was deleted'),
  fig_file_dev_status_change: of(
    ['file', 'file_repo'],
    'a node was marked ready for development, completed or neither',
  ),
  fig_file_comment_create: of(['file', 'file_repo'], 'a comment or a reply was posted'),
  fig_file_comment_delete: of(
    ['file', 'file_repo'],
    'a comment was deleted, with its thread if it began one',
  ),
  fig_file_comment_resolve: of(['file', 'file_repo'], 'a thread of comments was resolved'),
  fig_file_comment_unresolve: of(['file', 'file_repo'], 'a resolved thread of comments was opened again'),
  fig_file_dev_resource_create: of(['file'], 'links were attached to nodes'),
  fig_file_dev_resource_update: of(['file'], 'links of nodes were changed'),
  fig_file_dev_resource_delete: of(['file'], 'a link of a node was deleted'),
  webhook_create: of(['team', 'project', 'file', 'file_repo'], 'a webhook was attached'),
  webhook_update: of(['team', 'project', 'file', 'file_repo'], 'a webhook or its key was changed'),
  webhook_delete: of(['team', 'project', 'file', 'file_repo'], 'a webhook was deleted'),
  folder_create: of(['project'], 'a project was made'),
  folder_rename: of(['project'], 'a project got another name'),
  folder_move: of(['project'], 'a project went to another team, or into another project'),
  folder_access_change: of(['project'], 'a project is open to others of its team than before'),
  folder_archive: of(['project'], 'a project was archived'),
  folder_unarchive: of(['project'], 'a project was brought back from the archive'),
  folder_delete: of(['project'], 'a project was deleted, with what it held'),
  folder_member_add: of(['user'], 'somebody was invited to a project'),
  folder_member_permission_change: of(['user'], 'somebody got another role in a project'),
  folder_member_remove: of(['user'], 'somebody was taken out of a project'),
  team_create: of(['team'], 'a team was made'),
  team_rename: of(['team'], 'a team got another name'),
  team_archive: of(['team'], 'a team was archived'),
  team_unarchive: of(['team'], 'a team was brought back from the archive'),
  team_delete: of(['team'], 'a team was deleted, with what it held'),
  team_member_add: of(['user'], 'somebody was put into a team'),
  team_member_permission_change: of(['user'], 'somebody got another role in a team'),
  team_member_remove: of(['user'], 'somebody was taken out of a team'),
  org_user_create: of(['user'], 'a person was added to the organization'),
  org_user_delete: of(['user'], 'a person was removed from the organization'),
  org_user_account_type_change: of(['user'], 'a person got another seat'),
  org_user_permission_change: of(['user'], 'a person got another role in the organization'),
  org_user_profile_change: of(['user'], "a person's name, e-mail address or password was changed"),
  user_identity_link: of(['user'], 'an account was linked to somebody at the provider of single sign-on'),
  user_identity_unlink: of(['user'], 'such a link was taken away'),
  org_user_password_reset_create: of(['user'], 'a person was sent a link to choose another password'),
  org_invitation_create: of(['org'], 'an e-mail address was invited'),
  org_invitation_send: of(['org'], 'an invitation was sent again'),
  org_invitation_delete: of(['org'], 'an invitation was withdrawn'),
  org_create: of(['org'], 'the organization was made'),
  org_name_change: of(['org'], 'the organization got another name'),
  org_plan_change: of(['org'], 'the organization got another plan'),
  oauth_app_create: of(['org'], 'an app was made'),
  oauth_app_update: of(['org'], 'the configuration of an app was changed'),
  oauth_app_publish: of(['org'], 'an app was published, or submitted to its review'),
  oauth_app_review: of(['org'], 'an app was approved or sent back'),
  oauth_app_secret_create: of(['org'], 'an app got another secret'),
  oauth_app_projects_access_change: of(
    ['org'],
    'an app was approved for the lists of projects, asked for it, or is so no longer',
  ),
  oauth_app_delete: of(['org'], 'an app was deleted'),
  org_user_projects_access_change: of(
    ['user'],
    'a person was approved for the lists of projects, or no longer',
  ),
  org_ai_usage_record: of(['org'], 'credits for AI were recorded'),
  org_font_add: of(['org'], 'a font was added for the organization'),
  org_font_delete: of(['org'], 'a font of the organization was taken away'),
  org_upstream_add: of(['org'], 'a server was added that designs are read from'),
  org_upstream_change: of(['org'], 'a server that designs are read from got another token, name or share'),
  org_upstream_delete: of(['org'], 'a server that designs were read from was removed'),
  org_mirror_add: of(['org'], 'files are kept current with another server from then on'),
  org_mirror_pause: of(['org'], 'a mirror was paused'),
  org_mirror_resume: of(['org'], 'a mirror goes on'),
  org_mirror_detach: of(['org'], 'a mirror, or a file of it, was detached'),
  personal_access_token_create: of(['user'], 'a personal access token was made'),
  personal_access_token_delete: of(['user'], 'a personal access token was revoked'),
  plan_access_token_create: of(['org'], 'a plan access token was issued'),
  plan_access_token_delete: of(['org'], 'a plan access token was revoked'),
} as const satisfies Record<string, ActivityShape>;

export type ActivityType = keyof typeof activityTypes;

interface ActivityShape {
  readonly entities: readonly EntityKind[];
  readonly sentence: string;
}

function of<const Kinds extends readonly EntityKind[]>(entities: Kinds, sentence: string) {
  return { entities, sentence };
}

export function isActivityType(name: string): name is ActivityType {
  return Object.hasOwn(activityTypes, name);
}
