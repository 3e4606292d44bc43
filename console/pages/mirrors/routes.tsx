import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { mirrorQuery, mirrorsQuery, upstreamsQuery } from './mirror-queries.ts';

export const mirrorsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/mirrors',
    loader: () =>
      Promise.all([queries.ensureQueryData(mirrorsQuery), queries.ensureQueryData(upstreamsQuery)]),
    component: lazyPage(() => import('./mirrors-page.tsx'), 'MirrorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/mirrors/$mirrorId',
    loader: ({ params }: { params: { mirrorId: string } }) =>
      Promise.all([
        queries.ensureQueryData(mirrorQuery(params.mirrorId)),
        queries.ensureQueryData(upstreamsQuery),
      ]),
    component: lazyPage(() => import('./mirror-page.tsx'), 'MirrorPage'),
  }),
];
