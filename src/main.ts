import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { loadLimits } from './access/rate-limits/load-limits.ts';
import { measurementsOf } from './api/server/measurements.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { type DiskFiles, diskFiles } from './blobs/disk-files.ts';
import { openBlobs } from './blobs/open-blobs.ts';
import { type Clock, type MovableClock, movableClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { shareAssets } from './console/shared-assets.ts';
import type { Context } from './context.ts';
import type { WorkspaceFile } from './contract/contract.ts';
import { dumpTables } from './database/dump.ts';
import { lockFolder } from './database/folder-lock.ts';
import { databaseAnswers } from './database/open-database.ts';
import type { Tables } from './database/tables.ts';
import { messageOf } from './errors.ts';
import { administratorTokenPath, ensureAdministrator } from './first-administrator.ts';
import { randomIds } from './ids.ts';
import { rendererTraits } from './images/renderer-traits.ts';
import type { InstallationSecret } from './installation/installation-secret.ts';
import { ensureInstallationId, installationId } from './installation/installation-settings-store.ts';
import { moveClocks } from './installation/moved-clock.ts';
import { isOneOfSeveral, refuseUnfitSettings } from './installation/one-of-several.ts';
import { openInstallationSecret } from './installation/open-installation-secret.ts';
import { fullFolder, prepareFolder } from './installation/prepare-folder.ts';
import { livingProcesses } from './installation/processes-store.ts';
import { secretMarks } from './installation/secret-marks.ts';
import { settingsMarks } from './installation/settings-marks.ts';
import type { Together } from './installation/together.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { mirroringOf } from './mirrors/mirroring.ts';
import { openContext } from './open-context.ts';
import { ClosingList, openStorage } from './open-storage.ts';
import { type Readiness, readinessOf } from './readiness.ts';
import { removeRunningAddress, writeRunningAddress } from './running-address.ts';
import { searchReadingOf } from './search/reading.ts';
import { createApp, isDiskFull } from './server/app.ts';
import { connectionsWithin, mostDescriptors } from './server/connection-room.ts';
import { everyAnswer } from './server/headers-of-every-answer.ts';
import { httpsOnly } from './server/https-only.ts';
import { imagesAtOnce } from './server/images-at-once.ts';
import { createListener, type Listener } from './server/listener.ts';
import { type Management, openManagement } from './server/management.ts';
import { portAdvice, portRefusal } from './server/port-refusal.ts';
import { tellRefusals } from './server/refusals-told.ts';
import { createLogger } from './server/request-log.ts';
import { servedMethods } from './server/served-methods.ts';
import { readCredentials } from './server/server-credentials.ts';
import { trustedProxies } from './server/trusted-proxies.ts';
import { ReceivedRequests, type TestMode } from './test-mode.ts';
import { isThisMachine } from './this-machine.ts';
import { sealTokensAnew } from './upstreams/seal-anew.ts';
import type { ApplyReport } from './workspace-file/apply-report.ts';
import { applyWorkspace } from './workspace-file/apply-workspace.ts';

export interface RunningServer {
  /** Address that clients on this machine use; the public one where this server answers nobody. */
  readonly url: string;
  readonly port: number;
  /** Where it is watched; undefined where the settings name no port for that. */
  readonly managementPort: number | undefined;
  /** Path of the certificate authority, for clients; undefined with an own certificate. */
  readonly caPath: string | undefined;
  /** Undefined where it is given to nobody: one of several servers makes none by itself. */
  readonly adminToken: string | undefined;
  /** True when this start made the installation. */
  readonly isFirstStart: boolean;
  /** What loading the workspace file did, where one was given. */
  readonly report: ApplyReport | undefined;
  readonly context: Context;
  /** Takes requests for as long as the settings say, lets those in flight finish, ten seconds at the most, and closes everything. */
  close(): Promise<void>;
}

/** How long what is under way may go on once the server stops. */
export interface StopLimits {
  readonly requestsMs: number;
  readonly deliveriesMs: number;
}

const usualStopLimits: StopLimits = { requestsMs: 10_000, deliveriesMs: 5_000 };

/** A server that cannot start with these settings; the message is one plain sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

/**
 * Opens everything, brings the schema up to date, loads the workspace file, and only then listens.
 *
 * @throws CannotStart, FolderUnusable, BadSecretFile, InUse, SchemaTooNew, DatabaseUnusable, StoreUnusable — each with a sentence for the person who starts it
 */
export async function startServer(options: {
  config: Config;
  workspace?: WorkspaceFile | undefined;
  /** The file system as blobs and arriving designs see it; a test makes it run full. */
  files?: DiskFiles | undefined;
  stopLimits?: StopLimits | undefined;
}): Promise<RunningServer> {
  const { config } = options;
  refuseOpenTestMode(config);
  refuseOnePortForTwo(config);
  refuseUnfitSettings(config);
  const closing = new ClosingList();
  try {
    return await start(options, closing);
  } catch (error) {
    await closing.closeAll();
    throw isDiskFull(error) ? fullFolder(config.dataFolder, error) : error;
  }
}

async function start(
  { config, workspace, files, stopLimits = usualStopLimits }: Parameters<typeof startServer>[0],
  closing: ClosingList,
): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  await prepareFolder(config, files ?? diskFiles);
  const lock = lockFolder(config.dataFolder);
  closing.add(() => lock.release());
  const readiness = readinessOf();
  const management = await openManagementOf(config, readiness, closing);
  const secret = await openInstallationSecret(config, randomIds.secret);
  const credentials = await readCredentials(config, log);
  const stored = await openStored({ config, log, secret, files }, closing);
  const { database, testMode } = stored;
  const administrator = await administratorOf(stored, config, workspace === undefined);
  if (administrator.isReplaced)
    log.warn(
      { file: administratorTokenPath(config) },
      'the file of the administrator’s token did not hold it: another was made, and the one before has ended',
    );
  const place = { port: config.port };
  const context = await openContext({ config, log, readiness, place, secret, files, ...stored });
  closeWith(closing, context);
  management?.measure(() => measurementsOf(context));
  const report = workspace === undefined ? undefined : await applyWorkspace(context, workspace);
  testMode?.states.set('start', { tables: await Array.fromAsync(dumpTables(database)) });

  await shareWithOtherVersions(context);
  const url = await serve(context, { place, credentials, stopLimits }, closing);
  const managementPort = management?.port;
  log.info({ url: context.addresses.base, data: config.dataFolder, managementPort }, 'listening');
  return {
    url,
    port: place.port,
    managementPort,
    caPath: credentials.caPath,
    adminToken: administrator.token,
    isFirstStart: administrator.isNew,
    report,
    context,
    close: () => closing.closeAll(),
  };
}

interface StorageParts {
  readonly config: Config;
  readonly log: Logger;
  readonly secret: InstallationSecret;
  readonly files: DiskFiles | undefined;
}

type Stored = Awaited<ReturnType<typeof openStored>>;

/** Database and blobs, the time that counts there, and what is measured of them. */
async function openStored({ config, log, secret, files }: StorageParts, closing: ClosingList) {
  const traits = async () => ({
    ...(await rendererTraits(join(config.dataFolder, 'fonts'), log)),
    marks: secretMarks(secret.texts),
    settings: settingsMarks(config, await loadLimits(config)),
  });
  const { database, together } = await openStorage(config, closing, log, traits);
  await ensureInstallationId(database, randomIds.secret());
  const time = timeOf(config, database, together);
  const metrics = metricsOf(database, together);
  const blobs = await openBlobsOf({ config, database, clock: time.clock, log, metrics, files }, closing);
  await sealTokensAnew({ database, secret, ids: randomIds });
  return { database, together, ...time, metrics, blobs };
}

const administratorOf = async (
  { database, together, clock }: Stored,
  config: Config,
  withFirstPlace: boolean,
) =>
  ensureAdministrator(database, {
    config,
    clock,
    ids: randomIds,
    withFirstPlace,
    mayMakeToken: !isOneOfSeveral(config),
    others: await namesOfOthers(database, together),
  });

/** Pages of this version are led to servers of others as soon as it listens. */
async function shareWithOtherVersions(context: Context): Promise<void> {
  if (context.together === undefined) return;
  await shareAssets(context, context.clock.now()).catch((error) =>
    context.log.error(
      { error: messageOf(error) },
      'servers of other versions lack what pages of this one load',
    ),
  );
}

/** Opens the port, and begins what goes on beside requests; answers where the server can be called. */
async function serve(context: Context, serving: Serving, closing: ClosingList): Promise<string> {
  const { config, log, database, readiness, upkeep, deliveries, images } = context;
  const mirroring = mirroringOf(context);
  const reading = searchReadingOf(context);
  const isWeb = config.roles.includes('web');
  const port = isWeb ? await openPort(context, serving, closing) : noPort;
  const { requestsMs, deliveriesMs } = serving.stopLimits;
  const { forOthers } = images;
  closing.add(() =>
    Promise.all([
      port.close(requestsMs),
      deliveries.stop(deliveriesMs),
      mirroring.stop(deliveriesMs),
      upkeep.stop(),
      forOthers.stop(),
      reading.stop(),
    ]),
  );
  await upkeep.start(async () => port.setCredentials(await readCredentials(config, log)));
  await deliveries.start();
  await mirroring.start();
  await reading.start();
  forOthers.start();
  const url = isWeb ? localAddress(config, serving.place.port) : context.addresses.base;
  if (isWeb) await writeRunningAddress(config.dataFolder, url);
  closing.add(() => removeRunningAddress(config.dataFolder));
  closing.add(() => drain(context, port, isWeb ? config.drainMs : 0));
  readiness.started(() => databaseAnswers(database));
  return url;
}

type OpenPort = Pick<Listener, 'close' | 'drain' | 'setCredentials'>;

/** Of a server that works for others and is called by nobody. */
const noPort: OpenPort = {
  close: async () => undefined,
  drain: () => undefined,
  setCredentials: () => undefined,
};

async function openPort(
  context: Context,
  { place, credentials }: Serving,
  closing: ClosingList,
): Promise<OpenPort> {
  const { config } = context;
  const app = await createApp(context);
  closing.add(() => app.close());
  const every = everyAnswer(context.addresses, context.ids);
  const { before, answersStream } = imagesAtOnce(app, context);
  const listener = createListener({
    credentials,
    ...httpsOnly(config, before(servedMethods(app.routing, every)), every),
    answersStream,
    every,
    isProxy: trustedProxies(config),
    refused: tellRefusals(context),
    connections: {
      ofAll: connectionsWithin(mostDescriptors(), config.connections),
      ofOne: config.connectionsOfOne,
    },
    servesPlain: config.allowHttp || config.trustedProxies.length > 0,
  });
  place.port = await listenOn(listener, config);
  return listener;
}

interface Serving {
  /** Its port is known once it is open. */
  readonly place: { port: number };
  readonly credentials: Awaited<ReturnType<typeof readCredentials>>;
  readonly stopLimits: StopLimits;
}

/** Balancers hear that others should be asked, and clients to come by other connections, while all are still served. */
async function drain({ readiness, live }: Context, port: OpenPort, drainMs: number): Promise<void> {
  readiness.stopping();
  port.drain();
  live.files.close();
  await sleep(drainMs);
}

async function openManagementOf(
  { managementPort: port, host }: Config,
  readiness: Readiness,
  closing: ClosingList,
): Promise<Management | undefined> {
  if (port === undefined) return undefined;
  const management = await openManagement({ port, host }, readiness).catch((error) => {
    throw new CannotStart(`VITRINE_MANAGEMENT_PORT: ${portRefusal(error, { port, host })}`, { cause: error });
  });
  closing.add(management.close);
  return management;
}

async function openBlobsOf(
  parts: {
    config: Config;
    database: Kysely<Tables>;
    clock: Clock;
    log: Logger;
    metrics: Metrics;
    files: DiskFiles | undefined;
  },
  closing: ClosingList,
): Promise<BlobStore> {
  const { database, clock, metrics, files = diskFiles } = parts;
  const { blobs, close } = await openBlobs({
    ...parts,
    files,
    now: clock.now,
    randomPart: randomIds.libraryKey,
    installation: (await installationId(database)) ?? '',
    measures: metrics.ofObjectStore,
    damaged: metrics.damaged,
  });
  closing.add(close);
  return blobs;
}

function closeWith(closing: ClosingList, context: Context): void {
  closing.add(() => context.developerLog.flush());
  closing.add(() => context.mailer.close());
  closing.add(() => context.snapshots.close());
  closing.add(() => context.prefixes.close());
  closing.add(() => context.images.close());
  closing.add(() => context.singleSignOn?.provider.close());
}

async function listenOn(listener: Listener, config: Config): Promise<number> {
  const { port, host, reusePort: sharesPort } = config;
  try {
    return (await listener.listen(port, host, { sharesPort })).port;
  } catch (error) {
    throw new CannotStart(`${portRefusal(error, config)}${portAdvice(error)}`, { cause: error });
  }
}

function refuseOpenTestMode(config: Config): void {
  if (config.testMode && !isThisMachine(config.host) && !config.testModeAnywhere) {
    throw new CannotStart(
      `Test mode gives control of the clock and the data, so it listens on loopback addresses only, not on ${config.host}. --test-mode-anywhere lifts this.`,
    );
  }
}

function refuseOnePortForTwo({ port, managementPort }: Config): void {
  if (managementPort !== undefined && managementPort !== 0 && managementPort === port)
    throw new CannotStart(
      'VITRINE_MANAGEMENT_PORT names the port of the interface; it needs one of its own.',
    );
}

function newTestMode(): TestMode {
  return {
    faults: [],
    received: new ReceivedRequests(),
    states: new Map(),
    identities: new Map(),
  };
}

/** The time that counts, and what test mode changes of it. */
function timeOf(config: Config, database: Kysely<Tables>, together: Together | undefined) {
  const testMode = config.testMode && together === undefined ? newTestMode() : undefined;
  const testClock = config.testMode ? testClockOf(database, together) : undefined;
  return { testMode, testClock, clock: testClock ?? together?.clock ?? systemClock };
}

async function namesOfOthers(database: Kysely<Tables>, together: Together | undefined): Promise<string[]> {
  const living = together === undefined ? [] : await livingProcesses(database);
  return living.filter(({ id }) => id !== together?.life.id()).map(({ name }) => name);
}

function metricsOf(database: Kysely<Tables>, together: Together | undefined): Metrics {
  const metrics = createMetrics();
  if (together !== undefined) metrics.ofProcesses(() => livingProcesses(database), together);
  return metrics;
}

function testClockOf(database: Kysely<Tables>, together: Together | undefined): MovableClock {
  if (together === undefined) return movableClock();
  together.bell.onRing('clock', () => void together.life.beat().catch(() => undefined));
  return { now: together.clock.now, moveTo: (time) => moveClocks(together, database, time) };
}

function localAddress(config: Config, port: number): string {
  if (config.host === '0.0.0.0' || config.host === '::') return `https://127.0.0.1:${port}`;
  return `https://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}
