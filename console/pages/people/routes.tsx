import { type AnyRoute, createRoute } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { lazyPage } from '../../frame/lazy-page.ts';
import { forAdministrators } from '../organization/administers-organization.ts';
import { invitationsQuery, peopleQuery } from './people-queries.ts';

const path = '/settings/organization/people';

export const peopleRoutes = (root: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => root,
    path,
    loader: forAdministrators(() => [
      queries.ensureQueryData(peopleQuery),
      queries.ensureQueryData(invitationsQuery),
    ]),
    component: lazyPage(() => import('./people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: `${path}/invite`,
    component: lazyPage(() => import('./invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: `${path}/$userId`,
    loader: forAdministrators(() => [queries.ensureQueryData(peopleQuery)]),
    component: lazyPage(() => import('./person-page.tsx'), 'PersonPage'),
  }),
];
