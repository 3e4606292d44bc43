import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const activityRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/activity',
    component: lazyPage(() => import('./activity-page.tsx'), 'ActivityPage'),
  }),
];
