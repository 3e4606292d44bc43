import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const libraryRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/library/$fileKey',
    component: lazyRouteComponent(() => import('./library-page.tsx'), 'LibraryPage'),
  }),
];
