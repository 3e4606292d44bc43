import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const serverRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/server',
    component: lazyPage(() => import('./server-page.tsx'), 'ServerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/backups',
    component: lazyPage(() => import('./backups-page.tsx'), 'BackupsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/organizations',
    component: lazyPage(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/organizations/$organizationId',
    component: lazyPage(() => import('./one-organization-page.tsx'), 'OneOrganizationPage'),
  }),
];
