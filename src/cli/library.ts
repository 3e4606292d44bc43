import type { Answer } from '../contract/calls.ts';
import { planned } from './planned-call.ts';
import { printable } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

type Published = Answer<'POST /workspace/v1/files/{file_key}/publish'>;

const publish = oneCall({
  line: 'library publish KEY [options]',
  sentence: 'Publishes a file as a library, or what has changed in it since the last time.',
  options: { description: { type: 'string', value: 'TEXT', sentence: 'What is to be said of it.' } },
  positionals: ['KEY'],
  request: ({ values: { description }, positionals: [file_key] }) =>
    planned('POST /workspace/v1/files/{file_key}/publish', { path: { file_key }, body: { description } }),
  text: ({ file_key, changes }) => `${printable(file_key)} is published: ${changesText(changes)}.\n`,
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
  request: ({ positionals: [file_key, library_key] }) =>
    planned('PUT /workspace/v1/files/{file_key}/subscriptions/{library_key}', {
      path: { file_key, library_key },
    }),
  text: (_answer, { positionals: [file, library] }) => `${printable(file)} uses ${printable(library)}.\n`,
});

const unsubscribe = oneCall({
  line: 'library unsubscribe FILE LIBRARY [options]',
  sentence: 'Ends the use of a library. What the file has of it stays until nothing refers to it.',
  positionals: ['FILE', 'LIBRARY'],
  request: ({ positionals: [file_key, library_key] }) =>
    planned('DELETE /workspace/v1/files/{file_key}/subscriptions/{library_key}', {
      path: { file_key, library_key },
    }),
  text: (_answer, { positionals: [file, library] }) =>
    `${printable(file)} uses ${printable(library)} no more.\n`,
});

export const { help, run } = commandOf({ publish, subscribe, unsubscribe });
