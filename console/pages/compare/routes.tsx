import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';
import { comparisonOf } from './comparison.ts';

export const compareRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/compare/$fileKey',
    validateSearch: comparisonOf,
    component: lazyPage(() => import('./compare-page.tsx'), 'ComparePage'),
  }),
];
