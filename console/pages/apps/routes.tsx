import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { teamsQuery } from '../files/file-queries.ts';
import { appQuery, appsQuery } from './app-queries.ts';

export const appsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps',
    loader: () => queries.ensureQueryData(appsQuery),
    component: lazyRouteComponent(() => import('./apps-page.tsx'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps/new',
    loader: () => queries.ensureQueryData(teamsQuery),
    component: lazyRouteComponent(() => import('./new-app-page.tsx'), 'NewAppPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/apps/$clientId',
    // What is configured is what is there now, not what was there at a visit before.
    loader: ({ params }) => queries.fetchQuery({ ...appQuery(params.clientId), staleTime: 0 }),
    component: lazyRouteComponent(() => import('./app-page.tsx'), 'AppPage'),
  }),
];
