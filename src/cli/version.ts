import type { Operations } from '../contract/contract.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable, tableText } from './wording.ts';

const name = oneCall({
  line: 'version name KEY --label LABEL [options]',
  sentence: 'Names the present state of a file.',
  options: {
    label: { type: 'string', value: 'LABEL', sentence: 'The name.' },
    description: { type: 'string', value: 'TEXT', sentence: 'What is to be said of it.' },
  },
  positionals: ['KEY'],
  request: ({ values, positionals: [key], required }) => ({
    method: 'POST',
    path: `/workspace/v1/files/${encodeURIComponent(key)}/versions`,
    json: { label: required('label'), description: values.description },
  }),
  text: ({ id }: Operations['nameVersion']['answer'], { values }) =>
    `Version ${id} is "${printable(values.label)}".\n`,
});

const list = oneCall({
  line: 'version list KEY [options]',
  sentence: 'Lists the newest versions of a file, newest first.',
  positionals: ['KEY'],
  request: ({ positionals: [key] }) => ({
    method: 'GET',
    path: `/v1/files/${encodeURIComponent(key)}/versions?page_size=50`,
  }),
  text: ({ versions }: Operations['getFileVersions']['answer']) => {
    const rows = versions.map((version) => [
      version.id,
      version.created_at,
      version.user.handle,
      version.label ?? '',
      version.description ?? '',
    ]);
    return tableText(['ID', 'MADE', 'BY', 'LABEL', 'DESCRIPTION'], rows);
  },
  json: ({ versions }) => versions,
});

export const { help, run } = commandOf({ name, list });
