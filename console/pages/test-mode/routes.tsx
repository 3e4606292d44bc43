import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const testModeRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/test-mode',
    component: lazyRouteComponent(() => import('./test-mode-page.tsx'), 'TestModePage'),
  }),
];
