/** Every scope of the interface that a token may hold. @see A28, SCOPE-05…15 */
export const allScopes = [
  'current_user:read',
  'file_comments:read',
  'file_comments:write',
  'file_content:read',
  'file_dev_resources:read',
  'file_dev_resources:write',
  'file_metadata:read',
  'file_variables:read',
  'file_variables:write',
  'file_versions:read',
  'files:read',
  'folder_metadata:read',
  'folders:read',
  'library_analytics:read',
  'library_assets:read',
  'library_content:read',
  'org:activity_log_read',
  'org:ai_metering_usage_read',
  'org:developer_log_read',
  'org:discovery_read',
  'project_metadata:read',
  'projects:read',
  'team_library_content:read',
  'webhooks:read',
  'webhooks:write',
] as const;

/** Scopes of our own operations; `scopes: all` never means these. */
export const ownScopes = ['workspace:read', 'workspace:write', 'test:control'] as const;

/** Legacy scopes; they keep working, and each use is logged. @see ruling H8 */
export const legacyScopes: ReadonlySet<string> = new Set(['files:read', 'file_read']);

/** The scopes that an app may have: apps act through the interface, never through our own operations. */
export const appScopes: ReadonlySet<string> = new Set([...allScopes, ...legacyScopes]);

export const knownScopes: ReadonlySet<string> = new Set([...appScopes, ...ownScopes]);

/** The scopes that a token of the installation's administrator holds. */
export const administratorScopes: readonly string[] = [...allScopes, ...ownScopes];

/** Whether a scope is one of our own operations, which reach further than the interface. */
export const isOwnScope = (scope: string): boolean => (ownScopes as readonly string[]).includes(scope);
