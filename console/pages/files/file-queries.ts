import type { Answer } from '../../api/call.ts';
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

export const filesQuery = (project: string) => ({
  queryKey: ['files', project] as const,
  queryFn: () => callAll('GET /workspace/v1/files', { query: { project } }),
});
