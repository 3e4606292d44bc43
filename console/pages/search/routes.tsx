import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { soughtOf } from './sought.ts';

export const searchRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: soughtOf,
    component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
  }),
];
