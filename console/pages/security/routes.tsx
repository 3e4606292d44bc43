import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { tokensQuery } from './token-queries.ts';

export const securityRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/security',
    loader: () => queries.ensureQueryData(tokensQuery),
    component: lazyPage(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/security/new-token',
    component: lazyPage(() => import('./new-token-page.tsx'), 'NewTokenPage'),
  }),
];
