import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const importRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/import/$jobId',
    component: lazyRouteComponent(() => import('./report-page.tsx'), 'ReportPage'),
  }),
];
