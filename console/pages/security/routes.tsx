import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { tokensQuery } from './token-queries.ts';

export const securityRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/security',
    loader: () => queries.ensureQueryData(tokensQuery),
    component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/security/new-token',
    component: lazyRouteComponent(() => import('./new-token-page.tsx'), 'NewTokenPage'),
  }),
];
