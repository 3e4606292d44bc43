import { scopeWords } from 'virtual:scope-words';
import type { Scope } from '../../src/contract/generated/types.ts';

interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** What tokens and apps may be given, in groups that people think in. Deprecated scopes are not offered. */
export const scopeGroups: readonly ScopeGroup[] = [
  {
    name: 'Files',
    scopes: ['file_content:read', 'file_metadata:read', 'file_versions:read'],
  },
  {
    name: 'Comments and links',
    scopes: [
      'file_comments:read',
      'file_comments:write',
      'file_dev_resources:read',
      'file_dev_resources:write',
    ],
  },
  { name: 'Variables', scopes: ['file_variables:read', 'file_variables:write'] },
  {
    name: 'Libraries',
    scopes: [
      'library_content:read',
      'library_assets:read',
      'team_library_content:read',
      'library_analytics:read',
    ],
  },
  {
    name: 'Projects and folders',
    scopes: ['projects:read', 'project_metadata:read', 'folders:read', 'folder_metadata:read'],
  },
  { name: 'Webhooks', scopes: ['webhooks:read', 'webhooks:write'] },
  {
    name: 'You and your organization',
    scopes: [
      'current_user:read',
      'org:activity_log_read',
      'org:developer_log_read',
      'org:ai_metering_usage_read',
      'org:discovery_read',
    ],
  },
];

/** Reach further than the interface; personal tokens may have them, apps never do. */
export const ownScopes: ScopeGroup = {
  name: 'This server',
  scopes: ['workspace:read', 'workspace:write'],
};

/** What a scope lets its holder do, in plain words. */
export const wordsOf = (scope: string): string => (scopeWords[scope] ?? scope).replace(/\.$/, '');
