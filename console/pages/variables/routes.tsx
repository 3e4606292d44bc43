import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const variablesRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/variables/$fileKey',
    component: lazyRouteComponent(() => import('./variables-page.tsx'), 'VariablesPage'),
  }),
];
