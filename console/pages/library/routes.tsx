import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const libraryRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/library/$fileKey',
    component: lazyPage(() => import('./library-page.tsx'), 'LibraryPage'),
  }),
];
