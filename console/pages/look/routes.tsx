import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const lookRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/look',
    component: lazyPage(() => import('./look-page.tsx'), 'LookPage'),
  }),
];
