import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { organizationQuery } from '../account/account-queries.ts';
import { rateLimitsQuery } from './organization-queries.ts';

export const organizationRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization',
    loader: async () => {
      const organization = await queries.ensureQueryData(organizationQuery);
      if (organization !== null) await queries.ensureQueryData(rateLimitsQuery);
    },
    component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
  }),
];
