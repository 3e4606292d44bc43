import { findAdministrator } from '../access/caller-store.ts';
import { settingRows } from '../config.ts';
import { administratorTokenPath } from '../first-administrator.ts';
import type { RunningServer } from '../main.ts';
import { passwordHashOf } from '../people/password-store.ts';
import { appliedText } from './applied-text.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { pasteable, quoted } from './pasteable-hints.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { serveUntilStopped } from './serve/start.ts';
import { nearlyNamed } from './suggestion.ts';
import { type Usage, usageText } from './usage.ts';

const ownOptions = {
  workspace: {
    type: 'string',
    value: 'FILE',
    sentence: 'Workspace file whose state the server is brought to before it answers.',
  },
  'ready-file': {
    type: 'string',
    value: 'PATH',
    sentence: 'Written once requests are answered: one JSON object { url, ca, pid, adminToken }.',
  },
} as const;

const usage = {
  lines: ['serve [options]'],
  sentence:
    'Starts the server, and brings what is stored up to date first. Ctrl-C stops it: requests in flight finish.',
  options: { ...ownOptions, ...settingOptions } as typeof ownOptions & typeof settingOptions,
  notes: [
    'Every option but the first two is a setting, which may as well stand in the environment; the option goes first. The log goes to standard error as JSON lines.',
  ],
} satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const config = readSettings(values, io);
  tellMisspelled(io);
  const workspace =
    values.workspace === undefined ? undefined : await readWorkspace(values.workspace, io.cwd);
  return serveUntilStopped(
    {
      config,
      workspace,
      readyFile: values['ready-file'],
      announce: async (server) => {
        const signIn = config.roles.includes('web') ? await firstSignIn(server) : '';
        io.stdout.write(announcement(server) + signIn);
      },
    },
    io,
  );
}

/** Settings of commands that call a server. */
const ofCallers = ['VITRINE_URL', 'VITRINE_TOKEN', 'VITRINE_CA'];

/** A setting that is misspelled would be passed over without a word. */
function tellMisspelled({ env, stderr }: CommandIo): void {
  const candidates = Object.values(settingRows).map(({ environmentName }) => environmentName);
  const names = Object.keys(env).filter((name) => name.startsWith('VITRINE_'));
  for (const [name, meant] of nearlyNamed(names, { candidates, others: ofCallers }))
    stderr.write(`There is no setting ${name}; ${meant} is one.\n`);
}

/** What reads one is read for it alone. */
const readWorkspace = async (path: string, cwd: string) =>
  (await import('./workspace-file.ts')).readWorkspaceArgument(path, cwd);

/** How the first person comes in, and lets others in, for as long as nobody has chosen that password. */
async function firstSignIn({ context }: RunningServer): Promise<string> {
  const { addresses, config } = context;
  const folder = quoted(config.dataFolder);
  const { id, email } = await findAdministrator(context.database);
  if ((await passwordHashOf(context.database, id)) !== null) return '';
  return `
To sign in to the console for the first time, open ${addresses.web}/first-run and give the administrator's token; or
choose the administrator's password here, and sign in as ${email}:
  npx vitrine user password --new-file FILE --data ${folder}
Then invite people there, or with
  npx vitrine user invite --email ADDRESS --data ${folder}
`;
}

function announcement(server: RunningServer): string {
  const { url, caPath, adminToken, report, context } = server;
  const { config } = context;
  if (!config.roles.includes('web'))
    return `Vitrine works for other servers: ${config.roles.join(', ')}. It answers nobody itself.\n`;
  return [
    `Vitrine answers at ${url}\n`,
    `  Console                ${url}/\n`,
    `  Documentation          ${url}/docs\n`,
    `  Certificate authority  ${caPath ?? 'none of its own: it has the certificate of the settings'}\n`,
    `  Administrator's token  ${adminToken === undefined ? pasteable('none here: "npx vitrine admin-token" makes one', { data: config.dataFolder }) : administratorTokenPath(config)}\n`,
    ...(config.allowHttp
      ? [`  Plain HTTP is served to this machine as well: ${url.replace(/^https/, 'http')}\n`]
      : []),
    ...(config.testMode
      ? ['  Test mode is on: callers with the administrator’s token move the clock.\n']
      : []),
    ...(report === undefined ? [] : [`\nThe workspace file:\n${appliedText(report)}`]),
  ].join('');
}
