import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';
import { soughtOf } from './sought.ts';

export const searchRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: soughtOf,
    component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
  }),
];
