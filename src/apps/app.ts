import type { CallerUser } from '../access/caller.ts';
import type { AppConfiguration } from '../contract/contract.ts';
import type { ProjectsAccess } from '../database/tables.ts';

/** A registered client of OAuth 2. */
export interface App {
  readonly clientId: string;
  readonly secretHash: string;
  readonly organizationId: string;
  /** Of an app that is a team's. */
  readonly teamId: string | null;
  readonly creatorId: string | null;
  readonly state: 'draft' | 'private' | 'public';
  /** As it was saved last. */
  readonly configuration: AppConfiguration;
  /** Of a public app: what was approved. */
  readonly approved: AppConfiguration | null;
  readonly revision: number;
  readonly review: 'none' | 'pending' | 'sent_back';
  readonly reviewWords: string | null;
  /** Milliseconds since 1970; null where nothing was submitted. */
  readonly submittedAt: number | null;
  readonly projectsAccess: ProjectsAccess;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What decides to whom an app is open. */
type AppPlace = Pick<App, 'creatorId' | 'organizationId' | 'teamId' | 'state'>;

/** Somebody's role in the team of an app; null for none, and where the app is no team's. */
export type TeamRole = 'admin' | 'editor' | 'viewer' | null;

/** What people see and allow: of a public app what was approved, whatever was changed since. */
export function configurationInForce(app: Pick<App, 'approved' | 'configuration'>): AppConfiguration {
  return app.approved ?? app.configuration;
}

/**
 * Whether somebody configures the app: who made it, while they are of its organization or team, and the admins of
 * both.
 */
export function administersApp(
  user: CallerUser,
  app: Pick<App, 'creatorId' | 'organizationId'>,
  teamRole: TeamRole,
): boolean {
  const isOfOrganization = user.organizationId === app.organizationId;
  if (user.installationAdmin || teamRole === 'admin') return true;
  if (user.id === app.creatorId) return isOfOrganization || teamRole !== null;
  return user.role === 'admin' && isOfOrganization;
}

/**
 * Whether somebody may let the app act for them.
 * @see OAUTH-23…26
 */
export function mayAllowApp(user: CallerUser, app: AppPlace, teamRole: TeamRole): boolean {
  if (app.state === 'public' || administersApp(user, app, teamRole)) return true;
  if (app.state === 'draft') return false;
  return app.teamId === null ? user.organizationId === app.organizationId : teamRole !== null;
}
