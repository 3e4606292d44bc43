import { planned } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

const name = oneCall({
  line: 'version name KEY --label LABEL [options]',
  sentence: 'Names the present state of a file.',
  options: {
    label: { type: 'string', value: 'LABEL', sentence: 'The name.' },
    description: { type: 'string', value: 'TEXT', sentence: 'What is to be said of it.' },
  },
  positionals: ['KEY'],
  request: ({ values, positionals: [key], required }) =>
    planned('POST /workspace/v1/files/{file_key}/versions', {
      path: { file_key: key },
      body: { label: required('label'), description: values.description },
    }),
  text: ({ id }, { values }) => `Version ${id} is "${printable(values.label)}".\n`,
});

const list = oneCall({
  line: 'version list KEY [options]',
  sentence: 'Lists the newest versions of a file, newest first.',
  positionals: ['KEY'],
  request: ({ positionals: [file_key] }) =>
    planned('GET /v1/files/{file_key}/versions', { path: { file_key }, query: { page_size: 50 } }),
  text: ({ versions }) => {
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
