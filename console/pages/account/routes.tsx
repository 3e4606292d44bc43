import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { allowedAppsQuery, identitiesQuery, organizationQuery } from './account-queries.ts';

export const accountRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    loader: () =>
      Promise.all([
        queries.ensureQueryData(organizationQuery),
        queries.ensureQueryData(allowedAppsQuery),
        queries.ensureQueryData(identitiesQuery),
      ]),
    component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
  }),
];
