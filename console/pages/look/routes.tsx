import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const lookRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/look',
    component: lazyRouteComponent(() => import('./look-page.tsx'), 'LookPage'),
  }),
];
