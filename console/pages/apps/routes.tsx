import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { teamsQuery } from '../files/file-queries.ts';
import { appQuery, appsQuery } from './app-queries.ts';

export const appsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps',
    loader: () => queries.ensureQueryData(appsQuery),
    component: lazyPage(() => import('./apps-page.tsx'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps/new',
    loader: () => queries.ensureQueryData(teamsQuery),
    component: lazyPage(() => import('./new-app-page.tsx'), 'NewAppPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps/$clientId',
    // What is configured is what is there now, not what was there at a visit before.
    loader: ({ params }) => queries.fetchQuery({ ...appQuery(params.clientId), staleTime: 0 }),
    component: lazyPage(() => import('./app-page.tsx'), 'AppPage'),
  }),
];
