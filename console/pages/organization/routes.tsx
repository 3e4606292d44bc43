import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
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
    component: lazyPage(() => import('./organization-page.tsx'), 'OrganizationPage'),
  }),
];
