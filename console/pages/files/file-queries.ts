import { type Answer, call } from '../../api/call.ts';
import { callAll } from '../../api/call-all.ts';

export type Team = Answer<'GET /workspace/v1/teams'>['teams'][number];
export type Project = Answer<'GET /workspace/v1/projects'>['projects'][number];
export type ShownFile = Answer<'GET /workspace/v1/files'>['files'][number];

export const teamsQuery = {
  queryKey: ['teams'],
  queryFn: () => callAll('GET /workspace/v1/teams'),
} as const;

export const projectsQuery = (team: string) => ({
  queryKey: ['projects', team] as const,
  queryFn: () => callAll('GET /workspace/v1/projects', { query: { team } }),
});

/** Those of all teams. */
export const allProjectsQuery = {
  queryKey: ['projects'],
  queryFn: () => callAll('GET /workspace/v1/projects'),
} as const;

export type PlacedFile = Answer<'GET /workspace/v1/recent-files'>['files'][number];

/** Files of all places, those changed last first; those that have a name in theirs. */
export const recentFilesQuery = (name: string) => ({
  queryKey: ['recent-files', name] as const,
  queryFn: () => call('GET /workspace/v1/recent-files', name === '' ? {} : { query: { name } }),
});

export const filesQuery = (project: string) => ({
  queryKey: ['files', project] as const,
  queryFn: () => callAll('GET /workspace/v1/files', { query: { project } }),
});
