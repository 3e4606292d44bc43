import type { AppStanding } from '../access/app-access.ts';
import type { AppId } from '../contract/branded-ids.ts';
import type { AppConfiguration } from '../contract/contract.ts';
import type { ProjectsAccess } from '../database/tables.ts';

/** A registered client of OAuth 2. */
export interface App extends AppStanding {
  readonly clientId: AppId;
  readonly secretHash: string;
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

/** What people see and allow: of a public app what was approved, whatever was changed since. */
export function configurationInForce(app: Pick<App, 'approved' | 'configuration'>): AppConfiguration {
  return app.approved ?? app.configuration;
}
