import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { knownDevices } from './access/known-device.ts';
import { leastCost, usualCost } from './access/password.ts';
import { passwordWork } from './access/password-work.ts';
import { addressesOf } from './access/public-addresses.ts';
import { loadLimits } from './access/rate-limits/load-limits.ts';
import { rateLimiter } from './access/rate-limits/rate-limiter.ts';
import { ownersThrottle, resetThrottle, signInThrottle } from './access/sign-in-throttle.ts';
import { addressSigner } from './access/signed-address.ts';
import { openSingleSignOn } from './access/single-sign-on/single-sign-on.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { type DiskFiles, diskFiles } from './blobs/disk-files.ts';
import { chores } from './chores.ts';
import { type Clock, type MovableClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { readConsoleFiles } from './console/console-files.ts';
import { type CompileContent, contentCompiler } from './content/compile-content.ts';
import { documentReadings } from './content/document-readings.ts';
import { preparedPrefixes } from './content/prepared-prefixes.ts';
import { type SnapshotShelf, snapshotShelf } from './content/snapshot-shelf.ts';
import { variablesShelves } from './content/variables-shelves.ts';
import type { Context } from './context.ts';
import type { Tables } from './database/tables.ts';
import { addressGuard } from './delivery/address-guard.ts';
import { guardedClient } from './delivery/guarded-client.ts';
import { signingKeys } from './delivery/signing-keys.ts';
import { developerLog } from './events/developer-log.ts';
import { imageSourceOf } from './files/image-fills-store.ts';
import { randomIds } from './ids.ts';
import { type FontsFolder, fontsFolder } from './images/fonts-folder.ts';
import { imagePacks } from './images/image-packs.ts';
import type { Images } from './images/images.ts';
import { openImages } from './images/open-images.ts';
import { waitingBatches } from './images/render-batches-store.ts';
import type { InstallationSecret } from './installation/installation-secret.ts';
import type { Together } from './installation/together.ts';
import type { Chore } from './jobs/chore.ts';
import { deliveriesOf } from './jobs/deliver.ts';
import { upkeepOf } from './jobs/upkeep.ts';
import { followedFiles } from './live/followed-files.ts';
import { openStreams } from './live/open-streams.ts';
import { mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import type { TestMode } from './test-mode.ts';

/** What is there before a server's context: settings, stores, time. */
export interface ContextParts {
  readonly config: Config;
  readonly database: Kysely<Tables>;
  /** What a process shares with others; undefined where it works alone. */
  readonly together: Together | undefined;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly testMode: TestMode | undefined;
  readonly testClock: MovableClock | undefined;
  /** Its port is known once it is open. */
  readonly place: { port: number };
  readonly secret: InstallationSecret;
  /** The file system as arriving designs see it; the machine's own where undefined. */
  readonly files: DiskFiles | undefined;
}

/** Opens all that answers requests and works beside them; nothing is sent, and no chore done, before it is started. */
export async function openContext(parts: ContextParts): Promise<Context> {
  const { config, database, together, blobs, clock, log, metrics, readiness, secret, testMode, testClock } =
    parts;
  const snapshots = snapshotShelf(blobs, { mostOpen: config.openSnapshots });
  const fonts = fontsFolder(join(config.dataFolder, 'fonts'), log);
  const pages = readConsoleFiles();
  const singleSignOn = await openSingleSignOn(config, clock, systemClock);
  return {
    config,
    database,
    blobs,
    clock,
    log,
    ids: randomIds,
    addresses: addressesOf(config, parts.place),
    secret,
    ...accessOf(parts),
    mailer: mailer(config, log),
    metrics,
    readiness,
    rateLimits: rateLimiter({ database, clock, limits: await loadLimits(config) }),
    developerLog: developerLog({ database, log }),
    snapshots,
    readings: documentReadings(),
    // A page of a comparison may show several megabytes of values.
    comparisons: documentReadings({ mostBytesOfOne: 16 * 1024 * 1024 }),
    variables: variablesShelves(),
    compileContent: await openCompiler(parts),
    // The folder keeps its first name, so that what was prepared stays in use.
    prefixes: preparedPrefixes({ folder: join(config.dataFolder, 'cache', 'fronts'), snapshots, log }),
    fontsFolder: fonts,
    console: pages,
    images: imagesOf(parts, snapshots, fonts),
    live: { files: followedFiles({ database, log }), streams: openStreams() },
    upkeep: upkeepOf({ ...parts, snapshots, console: pages, ids: randomIds, chores: choresOf(config) }),
    ...deliveryOf(parts),
    ...(together === undefined ? {} : { together }),
    ...(testClock === undefined ? {} : { testClock }),
    ...(singleSignOn === undefined ? {} : { singleSignOn }),
    ...(testMode === undefined ? {} : { testMode }),
  };
}

/** What tells who may come in, and holds back who guesses. */
function accessOf({ config, database, clock, secret }: ContextParts) {
  const counting = { database, now: clock.now };
  return {
    signer: addressSigner(secret.texts),
    signIns: signInThrottle(counting),
    owners: ownersThrottle(counting),
    devices: knownDevices(secret.texts, clock.now),
    resetRequests: resetThrottle(counting),
    passwords: passwordWork(config.testMode ? leastCost : usualCost),
  };
}

function openCompiler({ config, blobs, files = diskFiles }: ContextParts): Promise<CompileContent> {
  const { dataFolder, importMaxBytes: mostBytes } = config;
  return contentCompiler({ blobs, files, folder: join(dataFolder, 'incoming'), mostBytes });
}

function imagesOf(parts: ContextParts, snapshots: SnapshotShelf, fonts: FontsFolder): Images {
  const { database, together, blobs, clock, log, metrics } = parts;
  const { now } = clock;
  return openImages({
    ...parts,
    now,
    snapshots,
    fontsFolder: fonts,
    sourceOf: (fileKey, snapshot) => imageSourceOf(database, fileKey, snapshot),
    freshId: randomIds.uuid,
    drawn: together === undefined ? () => undefined : metrics.ofBatches(() => waitingFor(database, now())),
    packs: together && imagePacks({ database, blobs, now, log, measures: metrics.ofImagePacks() }),
  });
}

async function waitingFor(
  database: Kysely<Tables>,
  now: number,
): Promise<{ count: number; oldestMs: number }> {
  const { count, oldestAt } = await waitingBatches(database);
  return { count, oldestMs: oldestAt === null ? 0 : Math.max(0, now - oldestAt) };
}

const choresOf = ({ roles }: Config): readonly Chore[] => (roles.includes('jobs') ? chores : []);

/** What sends to webhooks. */
function deliveryOf(parts: ContextParts): Pick<Context, 'receivers' | 'signingKeys' | 'deliveries'> {
  const { webhookAllow, webhookTimeoutMs, testMode } = parts.config;
  const guard = addressGuard({ opened: webhookAllow, testMode });
  const sending = {
    receivers: guardedClient({ guard, deadlineMs: webhookTimeoutMs }),
    signingKeys: signingKeys(parts.secret.texts),
  };
  return { ...sending, deliveries: deliveriesOf({ ...parts, ...sending, ids: randomIds }) };
}
