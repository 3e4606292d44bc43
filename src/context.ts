import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { KnownDevices } from './access/known-device.ts';
import type { PasswordWork } from './access/password-work.ts';
import type { Addresses } from './access/public-addresses.ts';
import type { RateLimiter } from './access/rate-limits/rate-limiter.ts';
import type { OwnersThrottle, SignInThrottle } from './access/sign-in-throttle.ts';
import type { AddressSigner } from './access/signed-address.ts';
import type { SingleSignOn } from './access/single-sign-on/single-sign-on.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Clock, MovableClock } from './clock.ts';
import type { Config } from './config.ts';
import type { ConsoleFiles } from './console/console-files.ts';
import type { CompileContent } from './content/compile-content.ts';
import type { DocumentReadings } from './content/document-readings.ts';
import type { PreparedPrefixes } from './content/prepared-prefixes.ts';
import type { SnapshotShelf } from './content/snapshot-shelf.ts';
import type { VariablesShelves } from './content/variables-shelves.ts';
import type { Tables } from './database/tables.ts';
import type { GuardedClient } from './delivery/guarded-client.ts';
import type { SigningKeys } from './delivery/signing-keys.ts';
import type { DeveloperLog } from './events/developer-log.ts';
import type { Ids } from './ids.ts';
import type { FontsFolder } from './images/fonts-folder.ts';
import type { Images } from './images/images.ts';
import type { InstallationSecret } from './installation/installation-secret.ts';
import type { Together } from './installation/together.ts';
import type { Deliveries } from './jobs/deliver.ts';
import type { Upkeep } from './jobs/upkeep.ts';
import type { FollowedFiles } from './live/followed-files.ts';
import type { OpenStreams } from './live/open-streams.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { TestMode } from './test-mode.ts';

/** What a handler receives beside its call. Built once, in `main.ts`. */
export interface Context {
  readonly config: Config;
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly addresses: Addresses;
  readonly secret: InstallationSecret;
  readonly signer: AddressSigner;
  readonly signIns: SignInThrottle;
  /** Tries of who is known: signed in, or in a browser that was. */
  readonly owners: OwnersThrottle;
  readonly devices: KnownDevices;
  /** Asking for links to choose another password. */
  readonly resetRequests: SignInThrottle;
  /** Hashes and compares passwords. */
  readonly passwords: PasswordWork;
  readonly mailer: Mailer;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly rateLimits: RateLimiter;
  /** The calls that tokens make. */
  readonly developerLog: DeveloperLog;
  /** Compiled documents, open for reading. */
  readonly snapshots: SnapshotShelf;
  /** What viewers asked of them. */
  readonly readings: DocumentReadings;
  /** The same of two or three documents, whose answers push none of those out. */
  readonly comparisons: DocumentReadings;
  /** Variables of files and libraries that were used lately. */
  readonly variables: VariablesShelves;
  /** Makes a stored snapshot of a source. */
  readonly compileContent: CompileContent;
  /** Whole documents already encoded for sending. */
  readonly prefixes: PreparedPrefixes;
  /** Calls the endpoints of webhooks. */
  readonly receivers: GuardedClient;
  /** What webhooks are told, on its way. */
  readonly deliveries: Deliveries;
  /** What comes round by itself. */
  readonly upkeep: Upkeep;
  readonly signingKeys: SigningKeys;
  /** Fonts that the administrator has put into the data folder. */
  readonly fontsFolder: FontsFolder;
  /** What the pages of the console and of the viewer are made of. */
  readonly console: ConsoleFiles;
  /** Images of nodes. */
  readonly images: Images;
  /** Files that are followed in browsers. */
  readonly live: { readonly files: FollowedFiles; readonly streams: OpenStreams };
  /** Where people sign in at a provider. */
  readonly singleSignOn?: SingleSignOn;
  /** The other processes that serve the installation, where there may be any. */
  readonly together?: Together;
  /** Only where the server was started with `--test-mode`. */
  readonly testClock?: MovableClock;
  /** The same, where no other process serves the installation. */
  readonly testMode?: TestMode;
}
