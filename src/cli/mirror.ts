import { readDesignAddress, showsPagesOf } from '../upstreams/design-address.ts';
import { wrongUsage } from './arguments.ts';
import { CommandFailed } from './command.ts';
import { filesText, statusText, thingOf } from './mirror/status-text.ts';
import { sync } from './mirror/sync.ts';
import { type Planned, planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { type ServerClient, ServerRefused } from './server-client.ts';
import { commandOf, oneCall } from './subcommands.ts';
import type { Usage } from './usage.ts';

const add = oneCall({
  line: 'mirror add --project ID (--file KEY | --from-project ID | --from-team ID) [options]',
  sentence:
    'Keeps a file, or the files of a project or a team, current with another server. They come to the project; nobody changes them here until they are detached.',
  options: {
    project: { type: 'string', value: 'ID', sentence: 'The project here that takes the files.' },
    upstream: {
      type: 'string',
      value: 'ID',
      sentence: 'The server that is read; not needed where there is only one.',
    },
    file: { type: 'string', value: 'KEY', sentence: 'A file there, by its key or its address.' },
    'from-project': { type: 'string', value: 'ID', sentence: 'A project there.' },
    'from-team': { type: 'string', value: 'ID', sentence: 'A team there.' },
    webhooks: {
      type: 'boolean',
      sentence: 'Asks the other server to tell what changes; it reaches this one at VITRINE_BASE_URL.',
    },
    branches: { type: 'boolean', sentence: 'Brings the branches of each file, too.' },
    versions: {
      type: 'string',
      value: 'N',
      sentence:
        'Older versions of each file that are read with their content, newest first; a call of the dearest kind each.',
    },
  },
  request: ({ values, required, usage }) => {
    const project = required('project');
    const { branches, webhooks, file, 'from-project': project_id, 'from-team': team_id } = values;
    if ([file, project_id, team_id].filter((one) => one !== undefined).length !== 1)
      throw wrongUsage('Name one of --file, --from-project and --from-team.', usage);
    const versions = countOf(values.versions, usage);
    return async (server) => {
      const upstream = values.upstream ?? (await onlyUpstream(server, file));
      const thing = { ...(file === undefined ? {} : { url: file }), project_id, team_id };
      return planned('POST /workspace/v1/mirrors', {
        body: { upstream, project, versions, branches, webhooks, ...thing },
      })(server);
    };
  },
  text: (mirror) =>
    `${mirror.webhooks_failure === undefined ? '' : `The other server does not tell what changes, it is looked at instead: ${printable(mirror.webhooks_failure)}\n`}The mirror is ${mirror.id}. "npx vitrine mirror status ${mirror.id}" says how far it is, "npx vitrine mirror sync ${mirror.id}" waits until it is current.\n`,
});

/** @throws CommandFailed */
function countOf(text: string | undefined, usage: Usage): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text) || Number(text) > 1000)
    throw wrongUsage('--versions is a number from 0 to 1000.', usage);
  return Number(text);
}

async function onlyUpstream(server: ServerClient, file: string | undefined): Promise<string> {
  const { upstreams } = await plannedList('GET /workspace/v1/upstreams')(server);
  const host = file === undefined ? undefined : readDesignAddress(file)?.host;
  const fitting = upstreams.filter(({ base_url }) => host === undefined || showsPagesOf(base_url, host));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only.id;
  throw new CommandFailed(
    only === undefined
      ? 'No upstream fits. Add one with "npx vitrine upstream add".'
      : 'Several upstreams fit: name one with --upstream.',
  );
}

const list = oneCall({
  line: 'mirror list [options]',
  sentence: 'Lists what is kept current with other servers.',
  options: { project: { type: 'string', value: 'ID', sentence: 'The project that takes the files.' } },
  request: ({ values: { project } }) => plannedList('GET /workspace/v1/mirrors', { query: { project } }),
  text: ({ mirrors }) =>
    tableText(
      ['ID', 'WHAT', 'PROJECT', 'STATE', 'FILES'],
      mirrors.map((mirror) => [mirror.id, thingOf(mirror), mirror.project, mirror.state, filesText(mirror)]),
    ),
  json: ({ mirrors }) => mirrors,
});

const status = oneCall({
  line: 'mirror status ID [options]',
  sentence:
    'Says which files are current and which wait, until when, and how much of the limits there is used.',
  positionals: ['ID'],
  request: ({ positionals: [mirror_id] }) =>
    planned('GET /workspace/v1/mirrors/{mirror_id}', { path: { mirror_id } }),
  text: statusText,
});

const stopOrGo = (word: 'pause' | 'resume', sentence: string) =>
  oneCall({
    line: `mirror ${word} ID [options]`,
    sentence,
    positionals: ['ID'],
    request: ({ positionals: [mirror_id] }) =>
      planned('PATCH /workspace/v1/mirrors/{mirror_id}', {
        path: { mirror_id },
        body: { paused: word === 'pause' },
      }),
    text: statusText,
  });

const detach = oneCall({
  line: 'mirror detach KEY|ID [options]',
  sentence:
    'Makes a file, or all files of a mirror, ones that are changed here. They stay as they are, and follow nothing any more.',
  positionals: ['KEY|ID'],
  request: ({ positionals: [name] }) => detaching(name),
  text: (_answer, { positionals: [name] }) => `${printable(name)} is detached.\n`,
});

/** A mirror by its id, else a file by its key. */
const detaching =
  (name: string): Planned<unknown> =>
  async (server) => {
    const path = { mirror_id: name };
    const isMirror = await server.ask('GET /workspace/v1/mirrors/{mirror_id}', { path }).then(
      () => true,
      (error) => {
        if (error instanceof ServerRefused && error.status === 404) return false;
        throw error;
      },
    );
    return isMirror
      ? server.ask('DELETE /workspace/v1/mirrors/{mirror_id}', { path })
      : server.ask('DELETE /workspace/v1/files/{file_key}/mirror', { path: { file_key: name } });
  };

export const { help, run } = commandOf({
  add,
  list,
  status,
  sync,
  pause: stopOrGo('pause', 'Stops looking for changes. What is here is served on.'),
  resume: stopOrGo('resume', 'Goes on to look for changes, also after a failure that stopped it.'),
  detach,
});
