import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const accountRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
  }),
];
