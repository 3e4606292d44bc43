import type { Operations, WorkspaceProject } from '../contract/contract.ts';
import { namedPositionals, readArguments, required } from './arguments.ts';
import { memberSubcommand } from './member.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable, tableText } from './wording.ts';

const path = '/workspace/v1/projects';

const listUsage = {
  lines: ['project list [options]'],
  sentence: 'Lists the projects you can see.',
  options: {
    team: { type: 'string', value: 'ID', sentence: 'Only those of this team.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const list: Subcommand = {
  usage: listUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(listUsage, args);
    namedPositionals(listUsage, positionals, []);
    const query = values.team === undefined ? '' : `?team=${encodeURIComponent(values.team)}`;
    return withServer(values, io, async (server) => {
      type Listed = Operations['listProjects']['answer'];
      const { projects } = await server.ask<Listed>({ method: 'GET', path: path + query });
      const rows = projects.map(({ id, name, team, access }) => [id, name, team, access]);
      return printResult(io, values.json, projects, tableText(['ID', 'NAME', 'TEAM', 'ACCESS'], rows));
    });
  },
};

const createUsage = {
  lines: ['project create --name NAME --team ID [options]'],
  sentence: 'Makes a project in a team.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    team: { type: 'string', value: 'ID', sentence: 'Its team.' },
    access: { type: 'string', value: 'WHO', sentence: 'team, view_only or invite_only; team if left out.' },
    parent: { type: 'string', value: 'ID', sentence: 'Project that it is a folder in.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const create: Subcommand = {
  usage: createUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(createUsage, args);
    namedPositionals(createUsage, positionals, []);
    const json = {
      name: required(createUsage, 'name', values.name),
      team: required(createUsage, 'team', values.team),
      access: values.access,
      parent: values.parent,
    };
    return withServer(values, io, async (server) => {
      const project = await server.ask<WorkspaceProject>({ method: 'POST', path, json });
      return printResult(
        io,
        values.json,
        project,
        `Project "${printable(project.name)}" is ${project.id}.\n`,
      );
    });
  },
};

export const { help, run } = commandOf({ list, create, member: memberSubcommand('project') });
