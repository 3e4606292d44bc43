import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { archivedTeamsQuery } from '../files/archived-queries.ts';
import { teamsQuery } from '../files/file-queries.ts';
import { forAdministrators } from '../organization/administers-organization.ts';
import { peopleQuery } from '../people/people-queries.ts';

export const teamsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/teams',
    loader: forAdministrators(() => [queries.ensureQueryData(teamsQuery)]),
    component: lazyPage(() => import('./organization-teams-page.tsx'), 'OrganizationTeamsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/files/team/$teamId/$name/members',
    loader: async () => {
      await Promise.all([queries.ensureQueryData(teamsQuery), queries.ensureQueryData(archivedTeamsQuery)]);
      await forAdministrators(() => [queries.ensureQueryData(peopleQuery)])();
    },
    component: lazyPage(() => import('./team-members-page.tsx'), 'TeamMembersPage'),
  }),
];
