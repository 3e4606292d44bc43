import { memberSubcommand } from './member.ts';
import { archivedOnly, archiveSubcommands, withContents } from './place-options.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

const list = oneCall({
  line: 'team list [options]',
  sentence: 'Lists the teams you can see.',
  options: { archived: archivedOnly },
  request: ({ values: { archived } }) => plannedList('GET /workspace/v1/teams', { query: { archived } }),
  text: ({ teams }) => {
    const rows = teams.map(({ id, name, organization }) => [id, name, organization]);
    return tableText(['ID', 'NAME', 'ORGANIZATION'], rows);
  },
  json: ({ teams }) => teams,
});

const create = oneCall({
  line: 'team create --name NAME [options]',
  sentence: 'Makes a team, with you as its admin.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    organization: { type: 'string', value: 'ID', sentence: 'Its organization; your own if left out.' },
  },
  request: ({ values, required }) =>
    planned('POST /workspace/v1/teams', {
      body: { name: required('name'), organization: values.organization },
    }),
  text: ({ id, name }) => `Team "${printable(name)}" is ${id}.\n`,
});

const rename = oneCall({
  line: 'team rename TEAM --name NAME [options]',
  sentence: 'Gives a team another name.',
  options: { name: { type: 'string', value: 'NAME', sentence: 'Its new name.' } },
  positionals: ['TEAM'],
  request: ({ positionals: [team_id], required }) =>
    planned('PATCH /workspace/v1/teams/{team_id}', { path: { team_id }, body: { name: required('name') } }),
  text: ({ id, name }) => `Team ${id} is "${printable(name)}" now.\n`,
});

const remove = oneCall({
  line: 'team delete TEAM [options]',
  sentence: 'Deletes a team, with what it holds where that is said.',
  options: { 'with-contents': withContents },
  positionals: ['TEAM'],
  request: ({ values, positionals: [team_id] }) =>
    planned('DELETE /workspace/v1/teams/{team_id}', {
      path: { team_id },
      query: { with_contents: values['with-contents'] },
    }),
  text: (_answer, { positionals: [team] }) => `${printable(team)} is deleted.\n`,
});

export const { help, run } = commandOf({
  list,
  create,
  rename,
  ...archiveSubcommands('team'),
  delete: remove,
  member: memberSubcommand('team'),
});
