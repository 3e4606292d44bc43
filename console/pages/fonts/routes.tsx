import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const fontsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/server/fonts',
    component: lazyPage(() => import('./fonts-page.tsx'), 'ServerFontsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/fonts',
    component: lazyPage(() => import('./fonts-page.tsx'), 'OrganizationFontsPage'),
  }),
];
