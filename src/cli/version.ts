import type { Operations } from '../contract/contract.ts';
import { namedPositionals, readArguments, required } from './arguments.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { commandOf, jsonOption, printResult, type Subcommand } from './subcommands.ts';
import type { Usage } from './usage.ts';
import { printable, tableText } from './wording.ts';

const nameUsage = {
  lines: ['version name KEY --label LABEL [options]'],
  sentence: 'Names the present state of a file.',
  options: {
    label: { type: 'string', value: 'LABEL', sentence: 'The name.' },
    description: { type: 'string', value: 'TEXT', sentence: 'What is to be said of it.' },
    ...jsonOption,
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

const name: Subcommand = {
  usage: nameUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(nameUsage, args);
    const [key] = namedPositionals(nameUsage, positionals, ['KEY']);
    const json = { label: required(nameUsage, 'label', values.label), description: values.description };
    return withServer(values, io, async (server) => {
      type Named = Operations['nameVersion']['answer'];
      const path = `/workspace/v1/files/${encodeURIComponent(key)}/versions`;
      const named = await server.ask<Named>({ method: 'POST', path, json });
      return printResult(io, values.json, named, `Version ${named.id} is "${printable(json.label)}".\n`);
    });
  },
};

const listUsage = {
  lines: ['version list KEY [options]'],
  sentence: 'Lists the newest versions of a file, newest first.',
  options: jsonOption,
  sharedOptions: serverOptions,
} as const satisfies Usage;

const list: Subcommand = {
  usage: listUsage,
  run: async (args, io) => {
    const { values, positionals } = readArguments(listUsage, args);
    const [key] = namedPositionals(listUsage, positionals, ['KEY']);
    return withServer(values, io, async (server) => {
      type Listed = Operations['getFileVersions']['answer'];
      const path = `/v1/files/${encodeURIComponent(key)}/versions?page_size=50`;
      const { versions } = await server.ask<Listed>({ method: 'GET', path });
      const rows = versions.map((version) => [
        version.id,
        version.created_at,
        version.user.handle,
        version.label ?? '',
        version.description ?? '',
      ]);
      return printResult(
        io,
        values.json,
        versions,
        tableText(['ID', 'MADE', 'BY', 'LABEL', 'DESCRIPTION'], rows),
      );
    });
  },
};

export const { help, run } = commandOf({ name, list });
