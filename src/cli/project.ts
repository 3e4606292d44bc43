import { memberSubcommand } from './member.ts';
import { archivedOnly, archiveSubcommands, withContents } from './place-options.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

const list = oneCall({
  line: 'project list [options]',
  sentence: 'Lists the projects you can see.',
  options: {
    team: { type: 'string', value: 'ID', sentence: 'Only those of this team.' },
    archived: archivedOnly,
  },
  request: ({ values: { team, archived } }) =>
    plannedList('GET /workspace/v1/projects', { query: { team, archived } }),
  text: ({ projects }) => {
    const rows = projects.map(({ id, name, team, access }) => [id, name, team, access]);
    return tableText(['ID', 'NAME', 'TEAM', 'ACCESS'], rows);
  },
  json: ({ projects }) => projects,
});

const create = oneCall({
  line: 'project create --name NAME --team ID [options]',
  sentence: 'Makes a project in a team.',
  options: {
    name: { type: 'string', value: 'NAME', sentence: 'Its name.' },
    team: { type: 'string', value: 'ID', sentence: 'Its team.' },
    access: { type: 'string', value: 'WHO', sentence: 'team, view_only or invite_only; team if left out.' },
    parent: { type: 'string', value: 'ID', sentence: 'Project that it is a folder in.' },
  },
  request: ({ values: { access, parent }, required }) =>
    planned('POST /workspace/v1/projects', {
      body: { name: required('name'), team: required('team'), access, parent },
    }),
  text: ({ id, name }) => `Project "${printable(name)}" is ${id}.\n`,
});

const rename = oneCall({
  line: 'project rename PROJECT --name NAME [options]',
  sentence: 'Gives a project another name.',
  options: { name: { type: 'string', value: 'NAME', sentence: 'Its new name.' } },
  positionals: ['PROJECT'],
  request: ({ positionals: [project_id], required }) =>
    planned('PATCH /workspace/v1/projects/{project_id}', {
      path: { project_id },
      body: { name: required('name') },
    }),
  text: ({ id, name }) => `Project ${id} is "${printable(name)}" now.\n`,
});

const move = oneCall({
  line: 'project move PROJECT --team ID [options]',
  sentence: 'Moves a project to another team, or into another project of it, with all that lies in it.',
  options: {
    team: { type: 'string', value: 'ID', sentence: 'The team that it moves to.' },
    parent: {
      type: 'string',
      value: 'ID',
      sentence: 'Project there that it moves into; the top if left out.',
    },
  },
  positionals: ['PROJECT'],
  request: ({ values: { parent }, positionals: [project_id], required }) =>
    planned('PATCH /workspace/v1/projects/{project_id}', {
      path: { project_id },
      body: { team: required('team'), parent },
    }),
  text: ({ id, name, team }) => `Project "${printable(name)}" (${id}) is in team ${team} now.\n`,
});

const remove = oneCall({
  line: 'project delete PROJECT [options]',
  sentence: 'Deletes a project, with what it holds where that is said.',
  options: { 'with-contents': withContents },
  positionals: ['PROJECT'],
  request: ({ values, positionals: [project_id] }) =>
    planned('DELETE /workspace/v1/projects/{project_id}', {
      path: { project_id },
      query: { with_contents: values['with-contents'] },
    }),
  text: (_answer, { positionals: [project] }) => `${printable(project)} is deleted.\n`,
});

export const { help, run } = commandOf({
  list,
  create,
  rename,
  move,
  ...archiveSubcommands('project'),
  delete: remove,
  member: memberSubcommand('project'),
});
