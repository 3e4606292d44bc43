import { expect, it } from 'vitest';
import type { Activity } from './activity-query.ts';
import { subjectOf, wordsFor } from './words-of-activity.ts';

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

it.each([
  ['org_font_add', { font_id: '1', family: 'Roboto' }, 'Roboto'],
  ['org_upstream_add', { upstream_id: '1', name: 'Original', base_url: 'https://a.example' }, 'Original'],
  ['org_mirror_add', { mirror_id: '1', elsewhere: 'KEY' }, 'KEY'],
  ['plan_token_create', { token_id: '1', token_name: 'Logs' }, 'Logs'],
  ['org_invitation_send', { email: 'nora@acme.example' }, 'nora@acme.example'],
  ['org_create', { plan: 'enterprise' }, 'Acme'],
])('the event %s of an organization says of what in it: %j is “%s”', (type, details, words) => {
  const activity = { entity: { type: 'org', id: '900', name: 'Acme' }, action: { type, details } };
  expect(subjectOf(activity as unknown as Activity)).toBe(words);
});

it('an event of a team or a file is of that, whatever its details name', () => {
  const activity = {
    entity: { type: 'team', id: '1', name: 'Core' },
    action: { type: 'x', details: { email: 'a@b.example' } },
  };
  expect(subjectOf(activity as unknown as Activity)).toBe('Core');
});
