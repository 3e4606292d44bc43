import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { comparisonOf } from './comparison.ts';

export const compareRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/compare/$fileKey',
    validateSearch: comparisonOf,
    component: lazyRouteComponent(() => import('./compare-page.tsx'), 'ComparePage'),
  }),
];
