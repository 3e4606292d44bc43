import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { archivedTeamsQuery } from '../files/archived-queries.ts';
import { teamsQuery } from '../files/file-queries.ts';
import { forAdministrators } from '../organization/administers-organization.ts';
import { peopleQuery } from '../people/people-queries.ts';

export const teamsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/teams',
    loader: forAdministrators(() => [queries.ensureQueryData(teamsQuery)]),
    component: lazyRouteComponent(() => import('./organization-teams-page.tsx'), 'OrganizationTeamsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/files/team/$teamId/$name/members',
    loader: async () => {
      await Promise.all([queries.ensureQueryData(teamsQuery), queries.ensureQueryData(archivedTeamsQuery)]);
      await forAdministrators(() => [queries.ensureQueryData(peopleQuery)])();
    },
    component: lazyRouteComponent(() => import('./team-members-page.tsx'), 'TeamMembersPage'),
  }),
];
