import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';

export const filesRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/files', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/files',
    component: lazyRouteComponent(() => import('./teams-page.tsx'), 'TeamsPage'),
  }),
];
