import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { forAdministrators } from '../organization/administers-organization.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { organizationAppsQuery } from './organization-apps-queries.ts';

export const organizationAppsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/apps',
    loader: forAdministrators(() => [
      queries.ensureQueryData(organizationAppsQuery),
      queries.ensureQueryData(peopleQuery),
    ]),
    component: lazyRouteComponent(() => import('./organization-apps-page.tsx'), 'OrganizationAppsPage'),
  }),
];
