import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const variablesRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/variables/$fileKey',
    component: lazyPage(() => import('./variables-page.tsx'), 'VariablesPage'),
  }),
];
