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
];
