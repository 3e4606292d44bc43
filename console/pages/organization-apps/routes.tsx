import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
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
    component: lazyPage(() => import('./organization-apps-page.tsx'), 'OrganizationAppsPage'),
  }),
];
