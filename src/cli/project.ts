import type { Operations, WorkspaceProject } from '../contract/contract.ts';
import { memberSubcommand } from './member.ts';
import { commandOf, oneCall } from './subcommands.ts';
import { printable, tableText } from './wording.ts';

const path = '/workspace/v1/projects';

const list = oneCall({
  line: 'project list [options]',
  sentence: 'Lists the projects you can see.',
  options: { team: { type: 'string', value: 'ID', sentence: 'Only those of this team.' } },
  request: ({ values: { team } }) => ({
    method: 'GET',
    path: team === undefined ? path : `${path}?team=${encodeURIComponent(team)}`,
  }),
  text: ({ projects }: Operations['listProjects']['answer']) => {
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
  request: ({ values: { access, parent }, required }) => ({
    method: 'POST',
    path,
    json: { name: required('name'), team: required('team'), access, parent },
  }),
  text: ({ id, name }: WorkspaceProject) => `Project "${printable(name)}" is ${id}.\n`,
});

export const { help, run } = commandOf({ list, create, member: memberSubcommand('project') });
