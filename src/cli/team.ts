import { memberSubcommand } from './member.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

const list = oneCall({
  line: 'team list [options]',
  sentence: 'Lists the teams you can see.',
  request: () => plannedList('GET /workspace/v1/teams'),
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

export const { help, run } = commandOf({ list, create, member: memberSubcommand('team') });
