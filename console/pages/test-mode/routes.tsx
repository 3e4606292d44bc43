import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const testModeRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/test-mode',
    component: lazyPage(() => import('./test-mode-page.tsx'), 'TestModePage'),
  }),
];
