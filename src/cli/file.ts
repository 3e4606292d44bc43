import type { WorkspaceFileRecord } from '../contract/contract.ts';
import { namedPositionals, readArguments, required, wrongUsage } from './arguments.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable } from './wording.ts';

const filePath = (key: string): string => `/workspace/v1/files/${encodeURIComponent(key)}`;

const updateUsage = {
  lines: ['file update KEY [options]'],
  sentence: 'Renames or moves a file, or sets who may open it by its link.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'New name.' },
    project: { type: 'string', value: 'ID', sentence: 'Project it moves to.' },
    'link-access': { type: 'string', value: 'WHO', sentence: 'inherit, view, edit, org_view or org_edit.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const update: Subcommand = {
  usage: updateUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(updateUsage, args);
    const [key] = namedPositionals(updateUsage, positionals, ['KEY']);
    const json = { name: values.name, project: values.project, link_access: values['link-access'] };
    if (Object.values(json).every((value) => value === undefined)) {
      throw wrongUsage('There is nothing to change.', updateUsage);
    }
    return withServer(values, io, async (server) => {
      const file = await server.ask<WorkspaceFileRecord>({ method: 'PATCH', path: filePath(key), json });
      const sentence = `"${file.name}" (${file.key}) is in project ${file.project}, link access ${file.link_access}.`;
      return printResult(io, values.json, file, `${printable(sentence)}\n`);
    });
  },
};

const branchUsage = {
  lines: ['file branch KEY --name NAME [options]'],
  sentence: 'Makes a branch that starts with the present content of a file.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    key: { type: 'string', value: 'KEY', sentence: 'Its key; made by the server if left out.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const branch: Subcommand = {
  usage: branchUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(branchUsage, args);
    const [key] = namedPositionals(branchUsage, positionals, ['KEY']);
    const json = { name: required(branchUsage, 'name', values.name), key: values.key };
    return withServer(values, io, async (server) => {
      const path = `${filePath(key)}/branches`;
      const made = await server.ask<WorkspaceFileRecord>({ method: 'POST', path, json });
      return printResult(io, values.json, made, `Branch "${printable(made.name)}" is ${made.key}.\n`);
    });
  },
};

const deleteUsage = {
  lines: ['file delete KEY [options]'],
  sentence: 'Deletes a file with its branches and versions.',
  options: jsonOption,
  sharedOptions: serverOptions,
} as const satisfies Usage;

const remove: Subcommand = {
  usage: deleteUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(deleteUsage, args);
    const [key] = namedPositionals(deleteUsage, positionals, ['KEY']);
    return withServer(values, io, async (server) => {
      const answer = await server.ask({ method: 'DELETE', path: filePath(key) });
      return printResult(io, values.json, answer, `${printable(key)} is deleted.\n`);
    });
  },
};

export const { help, run } = commandOf({ update, branch, delete: remove });
