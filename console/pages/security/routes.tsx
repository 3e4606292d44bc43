import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const securityRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/security',
    component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
];
