import type { Operations, WorkspaceTeam } from '../contract/contract.ts';
import { memberSubcommand } from './member.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable, tableText } from './wording.ts';

const path = '/workspace/v1/teams';

const list = oneCall({
  line: 'team list [options]',
  sentence: 'Lists the teams you can see.',
  request: () => ({ method: 'GET', path }),
  text: ({ teams }: Operations['listTeams']['answer']) => {
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
  request: ({ values, required }) => ({
    method: 'POST',
    path,
    json: { name: required('name'), organization: values.organization },
  }),
  text: ({ id, name }: WorkspaceTeam) => `Team "${printable(name)}" is ${id}.\n`,
});

export const { help, run } = commandOf({ list, create, member: memberSubcommand('team') });
