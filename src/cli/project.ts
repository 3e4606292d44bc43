import { memberSubcommand } from './member.ts';
import { planned, plannedList } from './planned-call.ts';
import { printable, tableText } from './printed-text.ts';
import { commandOf, oneCall } from './subcommands.ts';

const list = oneCall({
  line: 'project list [options]',
  sentence: 'Lists the projects you can see.',
  options: { team: { type: 'string', value: 'ID', sentence: 'Only those of this team.' } },
  request: ({ values: { team } }) => plannedList('GET /workspace/v1/projects', { query: { team } }),
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

export const { help, run } = commandOf({ list, create, member: memberSubcommand('project') });
