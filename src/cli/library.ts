import type { Operations } from '../contract/contract.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable } from './wording.ts';

type Published = Operations['publishLibrary']['answer'];

const filePath = (key: string): string => `/workspace/v1/files/${encodeURIComponent(key)}`;
const subscription = (file: string, library: string): string =>
  `${filePath(file)}/subscriptions/${encodeURIComponent(library)}`;

const publish = oneCall({
  line: 'library publish KEY [options]',
  sentence: 'Publishes a file as a library, or what has changed in it since the last time.',
  options: { description: { type: 'string', value: 'TEXT', sentence: 'What is to be said of it.' } },
  positionals: ['KEY'],
  request: ({ values: { description }, positionals: [key] }) => ({
    method: 'POST',
    path: `${filePath(key)}/publish`,
    json: { description },
  }),
  text: ({ file_key, changes }: Published) =>
    `${printable(file_key)} is published: ${changesText(changes)}.\n`,
});

function changesText(changes: Published['changes']): string {
  const parts = Object.entries(changes).flatMap(([assets, { created, modified, deleted }]) =>
    created.length + modified.length + deleted.length === 0
      ? []
      : [`${assets} ${created.length} new, ${modified.length} changed, ${deleted.length} deleted`],
  );
  return parts.length === 0 ? 'nothing has changed' : parts.join('; ');
}

const subscribe = oneCall({
  line: 'library subscribe FILE LIBRARY [options]',
  sentence: 'Lets a file use a published library; both are keys of files.',
  positionals: ['FILE', 'LIBRARY'],
  request: ({ positionals: [file, library] }) => ({ method: 'PUT', path: subscription(file, library) }),
  text: (_answer, { positionals: [file, library] }) => `${printable(file)} uses ${printable(library)}.\n`,
});

const unsubscribe = oneCall({
  line: 'library unsubscribe FILE LIBRARY [options]',
  sentence: 'Ends the use of a library. What the file has of it stays until nothing refers to it.',
  positionals: ['FILE', 'LIBRARY'],
  request: ({ positionals: [file, library] }) => ({ method: 'DELETE', path: subscription(file, library) }),
  text: (_answer, { positionals: [file, library] }) =>
    `${printable(file)} uses ${printable(library)} no more.\n`,
});

export const { help, run } = commandOf({ publish, subscribe, unsubscribe });
