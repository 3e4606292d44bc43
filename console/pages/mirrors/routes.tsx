import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { mirrorQuery, mirrorsQuery, upstreamsQuery } from './mirror-queries.ts';

export const mirrorsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/mirrors',
    loader: () =>
      Promise.all([queries.ensureQueryData(mirrorsQuery), queries.ensureQueryData(upstreamsQuery)]),
    component: lazyRouteComponent(() => import('./mirrors-page.tsx'), 'MirrorsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/mirrors/$mirrorId',
    loader: ({ params }: { params: { mirrorId: string } }) =>
      Promise.all([
        queries.ensureQueryData(mirrorQuery(params.mirrorId)),
        queries.ensureQueryData(upstreamsQuery),
      ]),
    component: lazyRouteComponent(() => import('./mirror-page.tsx'), 'MirrorPage'),
  }),
];
