import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const serverRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/server',
    component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/backups',
    component: lazyRouteComponent(() => import('./backups-page.tsx'), 'BackupsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/organizations',
    component: lazyRouteComponent(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/server/organizations/$organizationId',
    component: lazyRouteComponent(() => import('./one-organization-page.tsx'), 'OneOrganizationPage'),
  }),
];
