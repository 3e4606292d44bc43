import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const tryRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/try/$operationId',
    component: lazyPage(() => import('./try-page.tsx'), 'TryPage'),
  }),
];
