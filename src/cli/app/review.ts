import { createInterface } from 'node:readline/promises';
import type { AppConfiguration, WorkspaceApp } from '../../contract/contract.ts';
import { namedPositionals, readArguments, wrongUsage } from '../arguments.ts';
import { CommandFailed, type CommandIo } from '../command.ts';
import { printable } from '../printed-text.ts';
import { type ServerClient, withServer } from '../server-client.ts';
import { serverOptions } from '../server-options.ts';
import { printResult, type Subcommand } from '../subcommands.ts';
import type { Usage } from '../usage.ts';
import { stateText } from './state-text.ts';

const usage = {
  lines: ['app review ID [--approve | --send-back WORDS] [options]'],
  sentence: 'Shows an app that waits for its review; approves it, or sends it back with words.',
  options: {
    approve: { type: 'boolean', sentence: 'Everybody may allow it from now on.' },
    revision: {
      type: 'string',
      value: 'NUMBER',
      sentence: 'The revision that you looked at; on a terminal you are shown it and asked.',
    },
    'send-back': { type: 'string', value: 'WORDS', sentence: 'What has to be changed before.' },
    json: { type: 'boolean', sentence: 'Prints the answer as JSON.' },
  },
  sharedOptions: serverOptions,
  notes: ['Another revision than the one you looked at is refused.'],
} as const satisfies Usage;

/** `vitrine app review` */
export const review: Subcommand = {
  usage,
  run: (args, io) => {
    const { values, positionals } = readArguments(usage, args);
    const [id] = namedPositionals(usage, positionals, ['ID']);
    const { approve, revision, 'send-back': words, json } = values;
    if (approve === true && words !== undefined)
      throw wrongUsage('Give either --approve or --send-back.', usage);
    const given = revision === undefined ? undefined : revisionOf(revision);
    if (approve === true && given === undefined && !canAsk(io))
      throw wrongUsage(
        'Give --revision: the one that you looked at, as "npx vitrine app review ID" shows it.',
        usage,
      );
    return withServer(values, io, async (server) => {
      const path = { client_id: id };
      if (approve !== true && words === undefined) {
        const app = await server.ask('GET /workspace/v1/apps/{client_id}', { path });
        return printResult(io, json, app, shownText(app));
      }
      const looked = given ?? (approve === true ? await lookedAt(server, id, io) : undefined);
      const decision = approve === true ? 'approve' : 'send_back';
      const body = { decision, words, revision: looked };
      const app = await server.ask('POST /workspace/v1/apps/{client_id}/review', { path, body });
      return printResult(io, json, app, stateText(app));
    });
  },
};

function revisionOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw wrongUsage(`--revision is a number such as 3, not: ${text}`, usage);
}

const canAsk = ({ isTerminal, stdin }: CommandIo): boolean =>
  isTerminal && (stdin as { isTTY?: boolean } | undefined)?.isTTY === true;

/** Shows the app and asks; answers the revision that was shown. */
async function lookedAt(server: ServerClient, client_id: string, io: CommandIo): Promise<number> {
  const app = await server.ask('GET /workspace/v1/apps/{client_id}', { path: { client_id } });
  io.stderr.write(shownText(app));
  const asking = createInterface({ input: io.stdin as NonNullable<CommandIo['stdin']>, output: io.stderr });
  const answer = await asking.question(`Approve revision ${app.revision}? Write yes: `);
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.');
  return app.revision;
}

function shownText(app: WorkspaceApp): string {
  const { live } = app;
  return [
    stateText(app),
    `  Revision               ${app.revision}\n`,
    ...configurationLines(app),
    ...(live === null ? [] : ['In force now:\n', ...configurationLines(live)]),
  ].join('');
}

function configurationLines(configuration: AppConfiguration): string[] {
  const { testing_instructions: trial } = configuration;
  const rows: [string, string | null | undefined][] = [
    ['Name', configuration.name],
    ['Visibility', configuration.visibility],
    ['Description', configuration.description],
    ['Website', configuration.website],
    ['Support contact', configuration.support_contact],
    ['Redirect addresses', configuration.redirect_urls.join(' ')],
    ['Scopes', configuration.scopes.join(' ')],
    ['Logo', configuration.logo === null ? null : 'a picture, which the console shows'],
    ['How to try it', trial?.steps],
    ['Video', trial?.video_url],
    ['Trial', trial?.trial],
  ];
  return rows.map(([name, value]) => `  ${name.padEnd(22)} ${printable(value ?? undefined) || '–'}\n`);
}
