import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../frame/lazy-page.ts';

export const developersRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/developers',
    component: lazyPage(() => import('./start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/webhooks',
    component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/developers/webhooks/$webhookId',
    component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
  }),
];
