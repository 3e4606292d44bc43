import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const importRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/files/import/$jobId',
    component: lazyPage(() => import('./report-page.tsx'), 'ReportPage'),
  }),
];
