import type { Answer } from '../contract/calls.ts';
import { allowed, takeBack } from './app/allowed.ts';
import { configurationOf, configurationOptions } from './app/configuration.ts';
import { review } from './app/review.ts';
import { stateText } from './app/state-text.ts';
import { wrongUsage } from './arguments.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { projectsAccessSubcommand } from './projects-access.ts';
import { commandOf, oneCall } from './subcommands.ts';

type AppWithSecret = Answer<'POST /workspace/v1/apps'>;

const secretText = ({ client_id, client_secret }: AppWithSecret): string =>
  `Client id      ${client_id}\nClient secret  ${client_secret}\n`;

const create = oneCall({
  line: 'app create --name NAME (--team ID | --organization ID) [options]',
  sentence: 'Makes an app of OAuth 2, a draft, and prints its secret, which is shown this once.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name, which people see.' },
    team: { type: 'string', value: 'ID', sentence: 'The team it is for.' },
    organization: { type: 'string', value: 'ID', sentence: 'The organization it is for.' },
    ...configurationOptions,
  },
  request: async ({ values, required, usage, io }) => {
    const { team, organization } = values;
    if ((team === undefined) === (organization === undefined))
      throw wrongUsage('Give either --team or --organization.', usage);
    const configuration = await configurationOf(values, io.cwd);
    const body = { name: required('name'), team, organization, ...configuration };
    return planned('POST /workspace/v1/apps', { body });
  },
  text: secretText,
});

const list = oneCall({
  line: 'app list [options]',
  sentence: 'Lists the apps that you administer, newest first.',
  options: { pending: { type: 'boolean', sentence: 'Only those that wait for a review, oldest first.' } },
  request: ({ values: { pending } }) =>
    plannedList('GET /workspace/v1/apps', { query: { review: pending === true ? 'pending' : undefined } }),
  text: ({ apps }) => {
    const rows = apps.map(({ client_id, name, state, visibility, review }) => [
      client_id,
      name,
      state,
      visibility,
      review,
    ]);
    return tableText(['CLIENT ID', 'NAME', 'STATE', 'VISIBILITY', 'REVIEW'], rows);
  },
  json: ({ apps }) => apps,
});

const configure = oneCall({
  line: 'app configure ID [options]',
  sentence: 'Changes the configuration of an app; what is left out stays.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Another name.' },
    ...configurationOptions,
  },
  positionals: ['ID'],
  request: async ({ values, positionals: [id], io }) => {
    const body = { name: values.name, ...(await configurationOf(values, io.cwd)) };
    return planned('PUT /workspace/v1/apps/{client_id}', { path: { client_id: id }, body });
  },
  text: stateText,
});

const publish = oneCall({
  line: 'app publish ID [options]',
  sentence: 'Publishes a private app, or submits a public one to its review.',
  positionals: ['ID'],
  request: ({ positionals: [client_id] }) =>
    planned('POST /workspace/v1/apps/{client_id}/publish', { path: { client_id } }),
  text: stateText,
});

const newSecret = oneCall({
  line: 'app new-secret ID [options]',
  sentence: 'Gives an app another secret and prints it; the one before is refused from then on.',
  positionals: ['ID'],
  request: ({ positionals: [client_id] }) =>
    planned('POST /workspace/v1/apps/{client_id}/secret', { path: { client_id } }),
  text: secretText,
});

const remove = oneCall({
  line: 'app delete ID [options]',
  sentence: 'Deletes an app and ends all its tokens.',
  positionals: ['ID'],
  request: ({ positionals: [client_id] }) =>
    planned('DELETE /workspace/v1/apps/{client_id}', { path: { client_id } }),
  text: (_answer, { positionals: [id] }) => `The app ${printable(id)} is deleted.\n`,
});

export const { help, run } = commandOf({
  create,
  list,
  configure,
  publish,
  review,
  'projects-access': projectsAccessSubcommand('app'),
  'new-secret': newSecret,
  delete: remove,
  allowed,
  'take-back': takeBack,
});
