import { someChange, wrongUsage } from './arguments.ts';
import { withConflicts } from './conflicts-text.ts';
import { archivedOnly, archiveSubcommands } from './place-options.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import type { SentBody } from './server-call.ts';
import { commandOf, oneCall } from './subcommands.ts';

type Changes = SentBody<'PATCH /workspace/v1/files/{file_key}'>;

const list = oneCall({
  line: 'file list --project ID [options]',
  sentence: 'Lists the files of a project, those changed last first.',
  options: {
    project: { type: 'string', value: 'ID', sentence: 'The project.' },
    archived: archivedOnly,
  },
  request: ({ values: { archived }, required }) =>
    plannedList('GET /workspace/v1/files', { query: { project: required('project'), archived } }),
  text: ({ files }) => {
    const rows = files.map(({ key, name, last_modified, url }) => [key, name, last_modified, url]);
    return tableText(['KEY', 'NAME', 'CHANGED', 'PAGE'], rows);
  },
  json: ({ files }) => files,
});

const update = oneCall({
  line: 'file update KEY [options]',
  sentence: 'Renames or moves a file, or sets who may open it by its link.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'New name.' },
    project: { type: 'string', value: 'ID', sentence: 'Project it moves to.' },
    'link-access': { type: 'string', value: 'WHO', sentence: 'inherit, view, edit, org_view or org_edit.' },
  },
  positionals: ['KEY'],
  request: ({ values: { name, project, 'link-access': link_access }, positionals: [key], usage }) => {
    const body: Changes = someChange(usage, { name, project, link_access });
    return planned('PATCH /workspace/v1/files/{file_key}', { path: { file_key: key }, body });
  },
  text: ({ key, name, project, link_access }) =>
    `${printable(`"${name}" (${key}) is in project ${project}, link access ${link_access}.`)}\n`,
});

const branch = oneCall({
  line: 'file branch KEY --name NAME [options]',
  sentence: 'Makes a branch that starts with the present content of a file.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    key: {
      type: 'string',
      value: 'KEY',
      sentence:
        'Its key, for the administrator of the installation to choose; made by the server if left out.',
    },
  },
  positionals: ['KEY'],
  request: ({ values, positionals: [key], required }) =>
    planned('POST /workspace/v1/files/{file_key}/branches', {
      path: { file_key: key },
      body: { name: required('name'), key: values.key },
    }),
  text: ({ key, name }) => `Branch "${printable(name)}" is ${key}.\n`,
});

const merge = oneCall({
  line: 'file merge KEY BRANCH_KEY [options]',
  sentence:
    'Brings what changed in a branch into its main file, or the other way round. Lists what both changed differently, and does nothing then until a side is chosen.',
  options: {
    'from-main': { type: 'boolean', sentence: 'Updates the branch from its main file.' },
    take: {
      type: 'string',
      value: 'SIDES',
      sentence:
        'ours or theirs for each conflict, as NODE=ours,NODE.PROPERTY=theirs; ours is the file that is changed.',
    },
    message: { type: 'string', value: 'TEXT', sentence: 'Describes the new version.' },
  },
  positionals: ['KEY', 'BRANCH_KEY'],
  request: ({ values, positionals: [file_key, branch_key], usage }) => {
    const choose = (values.take?.split(',') ?? []).map((word) => {
      const found = /^(?<id>[^.=]+)(?:\.(?<property>[^=]+))?=(?<take>ours|theirs)$/.exec(word)?.groups;
      if (found?.id === undefined) throw wrongUsage('--take is as 1:2=ours or 1:2.characters=theirs.', usage);
      const take = found.take === 'ours' ? ('ours' as const) : ('theirs' as const);
      return { id: found.id, take, ...(found.property === undefined ? {} : { property: found.property }) };
    });
    const direction = values['from-main'] === true ? ('from_main' as const) : ('into_main' as const);
    const body = { direction, choose, message: values.message };
    const call = planned('POST /workspace/v1/files/{file_key}/branches/{branch_key}/merge', {
      path: { file_key, branch_key },
      body,
    });
    return (server) =>
      call(server).catch((error: unknown) => {
        throw withConflicts(error);
      });
  },
  text: ({ version, changed }) =>
    `${changed === 1 ? '1 node' : `${changed} nodes`} changed; version ${version}.\n`,
});

const remove = oneCall({
  line: 'file delete KEY [options]',
  sentence: 'Deletes a file with its branches and versions.',
  positionals: ['KEY'],
  request: ({ positionals: [key] }) =>
    planned('DELETE /workspace/v1/files/{file_key}', { path: { file_key: key } }),
  text: (_answer, { positionals: [key] }) => `${printable(key)} is deleted.\n`,
});

export const { help, run } = commandOf({
  list,
  update,
  ...archiveSubcommands('file'),
  branch,
  merge,
  delete: remove,
});
