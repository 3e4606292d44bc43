import type { Addresses } from '../../access/public-addresses.ts';
import { type App, configurationInForce } from '../../apps/app.ts';
import type { AppConfiguration, ListedApp, WorkspaceApp } from '../../contract/contract.ts';
import { isoTimeOrNull } from '../../iso-time.ts';

/** An app as answers show it: its configuration as it was saved last, never its secret. @see OAUTH-06 */
export function appRecord(app: App): WorkspaceApp {
  return {
    client_id: app.clientId,
    ...app.configuration,
    state: app.state,
    organization: app.organizationId,
    team: app.teamId,
    creator: app.creatorId,
    revision: app.revision,
    review: app.review,
    review_words: app.reviewWords,
    submitted_at: isoTimeOrNull(app.submittedAt),
    live: app.state === 'draft' ? null : configurationInForce(app),
    projects_access: app.projectsAccess,
    created_at: new Date(app.createdAt).toISOString(),
  };
}

/** An app as lists show it: its logo by an address of its own. */
export function listedRecord(app: App, addresses: Addresses): Omit<ListedApp, NameInList> {
  const withAddress = ({ logo, ...others }: AppConfiguration) => ({
    ...others,
    logo_url:
      logo === null ? null : `${addresses.base}/app-logos/${encodeURIComponent(app.clientId)}/${logo}`,
  });
  const { logo, live, ...record } = appRecord(app);
  return {
    ...record,
    ...withAddress(app.configuration),
    live: live === null ? null : withAddress(live),
  };
}

type NameInList = 'organization_name' | 'team_name' | 'creator_name';
