import { createRootRoute, createRouter } from '@tanstack/react-router';
import { basePath } from './api/base-path.ts';
import { queries } from './api/queries.ts';
import { sessionQuery } from './api/session.ts';
import { NothingHere, PageFailure } from './frame/fallback-pages.tsx';
import { Frame } from './frame/frame.tsx';
import { accountRoutes } from './pages/account/routes.tsx';
import { activityRoutes } from './pages/activity/routes.tsx';
import { appsRoutes } from './pages/apps/routes.tsx';
import { compareRoutes } from './pages/compare/routes.tsx';
import { developersRoutes } from './pages/developers/routes.tsx';
import { filesRoutes } from './pages/files/routes.tsx';
import { fontsRoutes } from './pages/fonts/routes.tsx';
import { importRoutes } from './pages/import/routes.tsx';
import { libraryRoutes } from './pages/library/routes.tsx';
import { lookRoutes } from './pages/look/routes.tsx';
import { mirrorsRoutes } from './pages/mirrors/routes.tsx';
import { organizationRoutes } from './pages/organization/routes.tsx';
import { organizationAppsRoutes } from './pages/organization-apps/routes.tsx';
import { peopleRoutes } from './pages/people/routes.tsx';
import { planTokensRoutes } from './pages/plan-tokens/routes.tsx';
import { requestsRoutes } from './pages/requests/routes.tsx';
import { reviewsRoutes } from './pages/reviews/routes.tsx';
import { searchRoutes } from './pages/search/routes.tsx';
import { securityRoutes } from './pages/security/routes.tsx';
import { serverRoutes } from './pages/server/routes.tsx';
import { teamsRoutes } from './pages/teams/routes.tsx';
import { testModeRoutes } from './pages/test-mode/routes.tsx';
import { tryRoutes } from './pages/try/routes.tsx';
import { variablesRoutes } from './pages/variables/routes.tsx';
import { Waiting } from './parts/waiting.tsx';

/** Above all pages: who is signed in is known before the first one is shown. */
export const rootRoute = createRootRoute({
  loader: () => queries.ensureQueryData(sessionQuery),
  component: Frame,
  notFoundComponent: NothingHere,
});

/** One line for each folder of `pages/`. */
const pages = [
  ...filesRoutes(rootRoute),
  ...compareRoutes(rootRoute),
  ...variablesRoutes(rootRoute),
  ...libraryRoutes(rootRoute),
  ...searchRoutes(rootRoute),
  ...teamsRoutes(rootRoute),
  ...accountRoutes(rootRoute),
  ...securityRoutes(rootRoute),
  ...developersRoutes(rootRoute),
  ...appsRoutes(rootRoute),
  ...lookRoutes(rootRoute),
  ...requestsRoutes(rootRoute),
  ...testModeRoutes(rootRoute),
  ...tryRoutes(rootRoute),
  ...importRoutes(rootRoute),
  ...reviewsRoutes(rootRoute),
  ...serverRoutes(rootRoute),
  ...fontsRoutes(rootRoute),
  ...organizationRoutes(rootRoute),
  ...peopleRoutes(rootRoute),
  ...planTokensRoutes(rootRoute),
  ...activityRoutes(rootRoute),
  ...organizationAppsRoutes(rootRoute),
  ...mirrorsRoutes(rootRoute),
];

/** What stands in addresses is text: an id of 19 digits would not survive as a number. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

function stringifySearch(given: Record<string, unknown>): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren(pages),
  parseSearch,
  stringifySearch,
  basepath: basePath === '' ? '/' : basePath,
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: Waiting,
  defaultPreload: false,
  scrollRestoration: true,
});

/** What pages hang their routes on. */
export type Root = typeof rootRoute;
