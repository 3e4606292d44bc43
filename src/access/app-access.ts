import type { OrganizationId, TeamId, UserId } from '../contract/branded-ids.ts';
import type { CallerUser } from './caller.ts';

/** What decides to whom an app is open. */
export interface AppStanding {
  readonly state: 'draft' | 'private' | 'public';
  readonly organizationId: OrganizationId;
  /** Of an app that is a team's. */
  readonly teamId: TeamId | null;
  readonly creatorId: UserId | null;
}

/** Somebody's role in the team of an app; null for none, and where the app is no team's. */
export type TeamRole = 'admin' | 'editor' | 'viewer' | null;

/**
 * Whether somebody configures the app: who made it, while they are of its organization or team, and the admins of
 * both.
 */
export function administersApp(
  user: CallerUser,
  app: Pick<AppStanding, 'creatorId' | 'organizationId'>,
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
export function mayAllowApp(user: CallerUser, app: AppStanding, teamRole: TeamRole): boolean {
  if (app.state === 'public' || administersApp(user, app, teamRole)) return true;
  if (app.state === 'draft') return false;
  return app.teamId === null ? user.organizationId === app.organizationId : teamRole !== null;
}
