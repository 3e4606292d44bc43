import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const requestsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/requests',
    component: lazyRouteComponent(() => import('./own-requests-page.tsx'), 'OwnRequestsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/requests',
    component: lazyRouteComponent(() => import('./developer-log-page.tsx'), 'DeveloperLogPage'),
  }),
];
