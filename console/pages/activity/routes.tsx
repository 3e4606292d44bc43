import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const activityRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/activity',
    component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
  }),
];
