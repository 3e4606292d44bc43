import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const tryRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/try/$operationId',
    component: lazyRouteComponent(() => import('./try-page.tsx'), 'TryPage'),
  }),
];
