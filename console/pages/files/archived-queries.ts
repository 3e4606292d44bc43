import { callAll } from '../../api/call-all.ts';

const archived = { query: { archived: true } };

export const archivedTeamsQuery = {
  queryKey: ['teams', 'archived'],
  queryFn: () => callAll('GET /workspace/v1/teams', archived),
} as const;

/** Those that lie in an archived team or project among them. */
export const archivedProjectsQuery = {
  queryKey: ['projects', 'archived'],
  queryFn: () => callAll('GET /workspace/v1/projects', archived),
} as const;

export const archivedFilesQuery = {
  queryKey: ['recent-files', '', 'archived'],
  queryFn: () => callAll('GET /workspace/v1/recent-files', { query: { archived: true, page_size: 1000 } }),
} as const;
