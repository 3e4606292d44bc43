import type { Operations, WorkspaceTeam } from '../contract/contract.ts';
import { namedPositionals, readArguments, required } from './arguments.ts';
import { memberSubcommand } from './member.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable, tableText } from './wording.ts';

const path = '/workspace/v1/teams';

const listUsage = {
  lines: ['team list [options]'],
  sentence: 'Lists the teams you can see.',
  options: jsonOption,
  sharedOptions: serverOptions,
} as const satisfies Usage;

const list: Subcommand = {
  usage: listUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(listUsage, args);
    namedPositionals(listUsage, positionals, []);
    return withServer(values, io, async (server) => {
      const { teams } = await server.ask<Operations['listTeams']['answer']>({ method: 'GET', path });
      const rows = teams.map(({ id, name, organization }) => [id, name, organization]);
      return printResult(io, values.json, teams, tableText(['ID', 'NAME', 'ORGANIZATION'], rows));
    });
  },
};

const createUsage = {
  lines: ['team create --name NAME [options]'],
  sentence: 'Makes a team, with you as its admin.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    organization: { type: 'string', value: 'ID', sentence: 'Its organization; your own if left out.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const create: Subcommand = {
  usage: createUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(createUsage, args);
    namedPositionals(createUsage, positionals, []);
    const json = { name: required(createUsage, 'name', values.name), organization: values.organization };
    return withServer(values, io, async (server) => {
      const team = await server.ask<WorkspaceTeam>({ method: 'POST', path, json });
      return printResult(io, values.json, team, `Team "${printable(team.name)}" is ${team.id}.\n`);
    });
  },
};

export const { help, run } = commandOf({ list, create, member: memberSubcommand('team') });
