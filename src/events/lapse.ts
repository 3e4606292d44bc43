import type { CallerUser } from '../access/caller.ts';
import { type FileStanding, fileRole } from '../access/file-role.ts';
import { confinedTo, hasPlanTokenEnded, isBeyond } from '../access/plan-token.ts';
import { idOfNothing, type OrganizationId } from '../contract/branded-ids.ts';

/** What is known of whoever answers for a webhook, and of their place in what it would tell. */
export interface MakerStanding {
  readonly context: 'team' | 'project' | 'file';
  /** Undefined where that person is gone. */
  readonly maker: CallerUser | undefined;
  /** The scopes that the app may still use for the maker, where the webhook was made by one. */
  readonly appScopes: readonly string[] | undefined;
  /** The organization of the plan access token that it was made with. */
  readonly planOf: OrganizationId | null;
  readonly place: Omit<FileStanding, 'ownerId' | 'linkAccess' | 'projectAccess'> & {
    /** Null where there is no file, or no project, or none any more. */
    readonly ownerId: FileStanding['ownerId'] | null;
    readonly linkAccess: FileStanding['linkAccess'] | null;
    readonly projectAccess: FileStanding['projectAccess'] | null;
  };
}

/**
 * Why a webhook may not be told of something, in a sentence for those who manage it: whoever answers for it has to
 * be allowed to read that themselves, by the road by which they made it. Undefined where it may.
 * @see ruling H36
 */
export function lapseOf({ context, maker, appScopes, planOf, place }: MakerStanding): string | undefined {
  if (maker === undefined) return 'Whoever answered for this webhook is no longer here.';
  const { handle } = maker;
  if (appScopes?.some((scope) => webhookScopes.has(scope)) === false)
    return `${handle} does not allow the app that made this webhook to have webhooks any more.`;
  if (planOf !== null && hasPlanTokenEnded(maker, planOf))
    return `${handle}, whose plan access token made this webhook, does not administer the organization any more.`;
  if (sees(planOf === null ? maker : confinedTo(planOf, maker), place)) return undefined;
  return `${handle}, who answers for this webhook, may not see the ${subjects[context]}.`;
}

const webhookScopes: ReadonlySet<string> = new Set(['webhooks:read', 'webhooks:write']);
const subjects = { team: "team's files", project: "project's files", file: 'file' } as const;

function sees(user: CallerUser, place: MakerStanding['place']): boolean {
  const { ownerId, linkAccess, projectAccess, ...standing } = place;
  if (isBeyond(user, place.organizationId)) return false;
  if (user.installationAdmin) return true;
  if (projectAccess === null) return standing.teamRole !== null;
  const file = {
    ownerId: ownerId ?? idOfNothing,
    linkAccess: linkAccess ?? 'inherit',
    projectAccess,
  } as const;
  return fileRole(user, { ...standing, ...file }) !== undefined;
}
