import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { forAdministrators } from '../organization/administers-organization.ts';
import { peopleQuery } from '../people/people-queries.ts';
import { planTokensQuery } from './plan-token-queries.ts';

export const planTokensRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/tokens',
    loader: forAdministrators(() => [
      queries.ensureQueryData(planTokensQuery),
      queries.ensureQueryData(peopleQuery),
    ]),
    component: lazyPage(() => import('./plan-tokens-page.tsx'), 'PlanTokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/organization/tokens/new-token',
    component: lazyPage(() => import('./new-plan-token-page.tsx'), 'NewPlanTokenPage'),
  }),
];
