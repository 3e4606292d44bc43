import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

export const fontsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/server/fonts',
    component: lazyRouteComponent(() => import('./fonts-page.tsx'), 'ServerFontsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/fonts',
    component: lazyRouteComponent(() => import('./fonts-page.tsx'), 'OrganizationFontsPage'),
  }),
];
