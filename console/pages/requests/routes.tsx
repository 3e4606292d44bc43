import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const requestsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/requests',
    component: lazyPage(() => import('./own-requests-page.tsx'), 'OwnRequestsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/requests',
    component: lazyPage(() => import('./developer-log-page.tsx'), 'DeveloperLogPage'),
  }),
];
