import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { sessionQuery } from '../../api/session.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { reviewsQuery } from './review-queries.ts';

export const reviewsRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/reviews',
    loader: async () => {
      const { administers_installation } = await queries.ensureQueryData(sessionQuery);
      if (administers_installation) await queries.fetchQuery({ ...reviewsQuery, staleTime: 0 });
    },
    component: lazyPage(() => import('./reviews-page.tsx'), 'ReviewsPage'),
  }),
];
