import { appliedText } from './applied-text.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { startProgress } from './progress.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';
import { readWorkspaceArgument } from './workspace-file.ts';

const usage = {
  lines: ['apply FILE [options]'],
  sentence:
    'Brings a running server to the state of a workspace file (YAML or JSON). Running it twice changes nothing.',
  options: {
    json: {
      type: 'boolean',
      sentence: 'Prints what was done as { created, updated, unchanged, tokens, warnings }.',
    },
  },
  sharedOptions: serverOptions,
  notes: [
    'Relative paths in the file are read from the file’s folder. Everything is taken over or, on any error, nothing. Values of tokens that the file does not give are made by the server and shown this once.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [file] = namedPositionals(usage, positionals, ['FILE']);
  const workspace = await readWorkspaceArgument(file, io.cwd);
  return withServer(values, io, async (server) => {
    const progress = startProgress(io, `Applying ${file}`, undefined);
    progress.wait(`Applying ${file}`);
    try {
      const applied = await server.ask('POST /workspace/v1/apply', { body: workspace });
      progress.end();
      io.stdout.write(values.json === true ? `${JSON.stringify(applied, null, 2)}\n` : appliedText(applied));
      return 0;
    } finally {
      progress.end();
    }
  });
}
