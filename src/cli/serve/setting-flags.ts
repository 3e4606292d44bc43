import { BadSetting, type Config, readConfig, type SettingName, settingRows } from '../../config.ts';
import { CommandFailed, type CommandIo, WrongUsage } from '../command.ts';
import type { OptionRow } from '../usage.ts';

/** The words for values in the help, where "VALUE" would say too little. */
const valueWords: Partial<Record<SettingName, string>> = {
  host: 'ADDRESS',
  port: 'NUMBER',
  dataFolder: 'DIR',
  databaseUrl: 'URL',
  blobs: 'URL',
  cacheBytes: 'SIZE',
  baseUrl: 'URL',
  authUrl: 'URL',
  webUrl: 'URL',
  tlsCert: 'FILE',
  tlsKey: 'FILE',
  tlsHosts: 'LIST',
  secretFile: 'FILE',
  oldSecretFile: 'FILE',
  adminTokenFile: 'FILE',
  trustedProxies: 'LIST',
  drainMs: 'TIME',
  managementPort: 'NUMBER',
  tokenHeaders: 'LIST',
  maxResponseNodes: 'NUMBER',
  fillUrlDays: 'DAYS',
  imageUrlDays: 'DAYS',
  imageCacheBytes: 'SIZE',
  openSnapshots: 'NUMBER',
  renderThreads: 'NUMBER',
  renderTimeoutMs: 'TIME',
  defaultPlan: 'PLAN',
  rateLimits: 'LIMITS',
  oembedPerMinute: 'NUMBER',
  mailFrom: 'ADDRESS',
  oidcIssuer: 'URL',
  oidcClientId: 'ID',
  oidcClientSecretFile: 'FILE',
  oidcLabel: 'WORDS',
  oidcCreateIn: 'ID',
  oidcCreateSeat: 'SEAT',
  oidcDomains: 'LIST',
  oidcTimeoutMs: 'TIME',
  importMaxBytes: 'SIZE',
  logLevel: 'LEVEL',
};

const settingNames = Object.keys(settingRows) as SettingName[];

const secretSettings: readonly SettingName[] = ['secret', 'oldSecret', 'oidcClientSecret', 'smtpUrl'];

/** Words of a command line are seen by every user of the machine. */
export const isOption = (name: SettingName): boolean => !secretSettings.includes(name);

/** `VITRINE_ALLOW_HTTP` as it is written on the command line: `allow-http`. */
export function flagOf(name: SettingName): string {
  return settingRows[name].environmentName
    .replace(/^VITRINE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** One option for each setting that is no secret. */
export const settingOptions: Readonly<Record<string, OptionRow>> = Object.fromEntries(
  settingNames.filter(isOption).map((name) => [flagOf(name), optionRow(name)]),
);

/** True for settings that are on or off; their option takes no value. */
export function isSwitch(name: SettingName): boolean {
  const row = settingRows[name];
  return typeof row.read(row.default) === 'boolean';
}

function optionRow(name: SettingName): OptionRow {
  const { environmentName, sentence, default: standard } = settingRows[name];
  const origin = standard === '' ? environmentName : `${environmentName}, else ${standard}`;
  const words = `${sentence.replaceAll('`', '').replace(/\.$/, '')}; ${origin}.`;
  return isSwitch(name)
    ? { type: 'boolean', sentence: words }
    : { type: 'string', value: valueWords[name] ?? 'VALUE', sentence: words };
}

/**
 * The settings by options, environment and defaults, in this order.
 *
 * @throws WrongUsage for a bad option, CommandFailed for a bad variable of the environment
 */
export function readSettings(
  values: Readonly<Record<string, string | boolean | undefined>>,
  io: CommandIo,
  fixed: Partial<Record<SettingName, string>> = {},
): Config {
  const given: Partial<Record<SettingName, string>> = { ...fixed };
  for (const name of settingNames) {
    const value = values[flagOf(name)];
    if (value !== undefined) given[name] = typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
  }
  try {
    return readConfig(given, io.env);
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    throw asGiven(error, given);
  }
}

/** Names the option instead of the variable where the option was the one that was wrong. */
function asGiven(error: BadSetting, given: Partial<Record<SettingName, string>>): Error {
  const name = settingNames.find((candidate) =>
    error.message.startsWith(`${settingRows[candidate].environmentName}:`),
  );
  if (name === undefined || given[name] === undefined) return new CommandFailed(error.message);
  return new WrongUsage(error.message.replace(settingRows[name].environmentName, `--${flagOf(name)}`));
}
