import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandIo } from './command.ts';
import { CommandFailed } from './command.ts';
import { planned } from './planned-call.ts';
import { printable } from './printed-text.ts';
import { readNamedDocument } from './read-named-file.ts';
import type { SentBody } from './server-call.ts';
import { oneCall } from './subcommands.ts';
import { usageText } from './usage.ts';

type Body = SentBody<'PATCH /workspace/v1/files/{file_key}/nodes'>;

const patch = oneCall({
  line: 'patch KEY FILE [options]',
  sentence:
    'Changes nodes of a file as a JSON file says: a list of operations, or an object with one under "operations".',
  options: {
    'if-version': {
      type: 'string',
      value: 'VERSION',
      sentence: 'Does it only where this is the current version.',
    },
    message: { type: 'string', value: 'TEXT', sentence: 'Describes the new version.' },
    'as-given': {
      type: 'boolean',
      sentence: 'Takes every value as it stands: nothing is laid out, and nothing follows.',
    },
  },
  positionals: ['KEY', 'FILE'],
  request: async ({ values, positionals: [file_key, path], io }) => {
    const { 'if-version': if_version, message, 'as-given': as_given } = values;
    const sent = await readPatch(path, io);
    const body: Body = {
      ...(Array.isArray(sent) ? { operations: sent } : (sent as Body)),
      ...(if_version === undefined ? {} : { if_version }),
      ...(message === undefined ? {} : { message }),
      ...(as_given === undefined ? {} : { as_given }),
    };
    return planned('PATCH /workspace/v1/files/{file_key}/nodes', { path: { file_key }, body });
  },
  text: ({ version, changed, ids, notes }) => {
    const made = Object.entries(ids).map(([at, id]) => `Operation ${at} made ${id}.\n`);
    const told = notes.map(({ id, property, reason }) =>
      printable(`${id}${property === undefined ? '' : ` ${property}`}: ${reason}`),
    );
    const nodes = changed === 1 ? '1 node' : `${changed} nodes`;
    return `${made.join('')}${told.map((line) => `${line}\n`).join('')}${nodes} changed; version ${version}.\n`;
  },
});

/** @throws CommandFailed for a file that cannot be read, or is no JSON */
async function readPatch(path: string, { cwd }: CommandIo): Promise<unknown> {
  const place = resolve(cwd, path);
  if (!existsSync(place)) throw new CommandFailed(`There is no file ${path}.`);
  const bytes = await readNamedDocument(place, path);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new CommandFailed(`${path} is no JSON: ${(error as Error).message}`);
  }
}

export const help = (): string => usageText(patch.usage);
export const { run } = patch;
