import { hash } from 'node:crypto';
import { type Config, type SettingName, settingRows } from '../config.ts';

/** What each server has for itself, or may: places, its size, how it is reached and watched, and what is secret. */
const ownOfEach: ReadonlySet<SettingName> = new Set([
  ...(['host', 'port', 'dataFolder', 'managementPort', 'reusePort', 'allowHttp', 'trustedProxies'] as const),
  ...(['databaseUrl', 'databaseDirectUrl', 'databaseConnections', 'roles', 'drainMs', 'logLevel'] as const),
  ...(['cacheBytes', 'openSnapshots', 'renderThreads', 'testModeAnywhere'] as const),
  ...(['tlsCert', 'tlsKey', 'tlsHosts'] as const),
  ...(['secret', 'secretFile', 'oldSecret', 'oldSecretFile', 'adminTokenFile'] as const),
  ...(['smtpUrl', 'oidcClientSecret', 'oidcClientSecretFile'] as const),
]);

/** A bucket may have several ways to it, and a file lie elsewhere on each machine: what it says is compared. */
const compared = (config: Config, limits: unknown): Partial<Record<SettingName, unknown>> => ({
  ...config,
  blobs: config.blobs && [config.blobs.bucket, config.blobs.prefix],
  rateLimits: limits ?? 'off',
});

/**
 * By what servers see in which settings they differ that all should have alike: name and mark of each.
 * @param limits those that the setting or its file names
 */
export function settingsMarks(config: Config, limits: unknown): string {
  const marks = Object.entries(compared(config, limits))
    .filter(([name]) => !ownOfEach.has(name as SettingName))
    .map(([name, value]) => [settingRows[name as SettingName].environmentName, markOf(value)]);
  return JSON.stringify(Object.fromEntries(marks));
}

const markOf = (value: unknown): string => hash('sha256', JSON.stringify(value) ?? '', 'hex').slice(0, 16);

/** Names of settings that both know and have otherwise. */
export function settingsThatDiffer(one: string, other: string | null): string[] {
  const [marks, others] = [one, other ?? '{}'].map((text) => JSON.parse(text)) as Record<string, string>[];
  return Object.keys(marks ?? {}).filter(
    (name) => others?.[name] !== undefined && others[name] !== marks?.[name],
  );
}
