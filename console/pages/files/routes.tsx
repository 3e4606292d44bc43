import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { archivedFilesQuery, archivedProjectsQuery, archivedTeamsQuery } from './archived-queries.ts';
import { projectsQuery, teamsQuery } from './file-queries.ts';

export const filesRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/files', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/files',
    loader: () => queries.ensureQueryData(teamsQuery),
    component: lazyPage(() => import('./teams-page.tsx'), 'TeamsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/files/archived',
    loader: () =>
      Promise.all(
        [teamsQuery, archivedTeamsQuery, archivedProjectsQuery, archivedFilesQuery].map((query) =>
          queries.ensureQueryData<unknown>(query),
        ),
      ),
    component: lazyPage(() => import('./archived-page.tsx'), 'ArchivedPage'),
  }),
  ...['/files/team/$teamId', '/files/team/$teamId/$name'].map((path) => teamRoute(root, path)),
];

/** The id finds the team; the name behind it is for people and may be any. @see PROJ-09 */
const teamRoute = (root: AnyRoute, path: string): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ params }) =>
      Promise.all([
        queries.ensureQueryData(teamsQuery),
        queries.ensureQueryData(archivedTeamsQuery),
        queries.ensureQueryData(projectsQuery((params as { teamId: string }).teamId)),
      ]),
    component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
  });
