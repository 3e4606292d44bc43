import { expect, it } from 'vitest';
import { wordsFor } from './words-of-activity.ts';

it.each([
  ['team_create', 'Team created'],
  ['fig_file_permanent_delete', 'File permanently deleted'],
  ['fig_file_comment_unresolve', 'File comment unresolved'],
  ['folder_member_add', 'Project member added'],
  ['org_user_account_type_change', 'Person account type changed'],
  ['org_name_change', 'Organization name changed'],
  ['org_invitation_send', 'Invitation sent'],
  ['org_ai_usage_record', 'AI usage recorded'],
  ['oauth_app_review', 'App reviewed'],
  ['library_publish', 'Library published'],
])('the event %s is called “%s” in the activity log', (type, words) => {
  expect(wordsFor(type)).toBe(words);
});
