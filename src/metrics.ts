import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreMeasures } from './blobs/object-store.ts';
import type { DatabaseCounts } from './database/database-counts.ts';
import type { PackMeasures } from './images/image-packs.ts';

/** What `/metrics` shows, in Prometheus' text format. */
export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  print(now: Counts): Promise<string>;
  readonly contentType: string;
  /** What there is to know of the processes that serve together, shown from then on. */
  ofProcesses(living: () => Promise<readonly LivingProcess[]>, own: OwnProcess): void;
  /** What servers that do not draw have asked for, shown from then on. Answers how to count what was drawn of it. */
  ofBatches(
    waiting: () => Promise<{ readonly count: number; readonly oldestMs: number }>,
  ): (images: number) => void;
  /** Measurements of a store of objects and its local copies, which are shown from then on. */
  ofObjectStore(): StoreMeasures;
  /** Stored bytes that are missing or damaged. */
  readonly damaged: StoreMeasures['damaged'];
  /** A connection or stream was refused before it was a request. */
  refused(what: Refusal): void;
  /** An image was drawn whose address was given out before: nothing was left of it. */
  drawnAgain(): void;
  /** Measurements of images that several servers share, which are shown from then on. */
  ofImagePacks(): PackMeasures;
}

/** What is refused before it is a request. */
export const refusals = [
  /** Its address has as many as one may have. */
  'connection of its address',
  /** All together have as many as there may be. */
  'connection of all',
  /** The oldest of the address that has most, ended in favour of others. */
  'connection for others',
  /** Of an address that gives up too many streams. */
  'connection that gives up',
  /** There is no room for the heads of its client's requests. */
  'stream',
] as const;
export type Refusal = (typeof refusals)[number];

/** What is counted elsewhere, since the process began unless it waits now. */
export interface Counts extends DatabaseCounts {
  readonly waitingRenders: number;
  readonly passwordsComputed: number;
  readonly readingsBegun: number;
  readonly deliveriesClaimed: number;
  readonly outcomesWithoutLease: number;
  /** What became of each chore, and when it was done last. */
  readonly chores: ReadonlyMap<string, { readonly endedAt: number | undefined; readonly failures: number }>;
  /** Undefined while the database does not answer. */
  readonly stored: StoredCounts | undefined;
}

/** What the database knows, of the whole installation. */
export interface StoredCounts {
  /** For how long something has been due that is sent to no webhook yet. */
  readonly oldestDeliveryMs: number;
  /** Files of mirrors, by their state. */
  readonly mirroredFiles: ReadonlyMap<string, number>;
  /** For how many seconds upstreams take no more calls of a tier, the longest of each. */
  readonly upstreamPauses: ReadonlyMap<string, number>;
  /** How much of our share of a tier is used, from 0 to 1, the most of all upstreams. */
  readonly upstreamUses: ReadonlyMap<string, number>;
}

const soonMs = 1_000;

/** What the database says, or nothing where it does not do so soon: what else is measured is shown all the same. */
export function answeredSoon<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = wait(soonMs, undefined, { ref: false });
  return Promise.race([answer.catch(() => undefined), late]);
}

interface LivingProcess {
  readonly version: string;
  readonly roles: string;
}

interface OwnProcess {
  readonly life: { silentMs(): number };
  readonly clock: { offsetMs(): number };
  readonly bell: { isConnected(): boolean };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'vitrine_requests_total',
    help: 'Requests by operation and status; 499 where the client did not wait for the answer.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'vitrine_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'vitrine_renders_waiting',
    help: 'Nodes that wait for a thread to render them.',
    registers: [registry],
  });
  const damages = new Counter({
    name: 'vitrine_blobs_damaged_total',
    help: 'Bytes that were not those of their name, in the store or in a local copy, and objects and files that were missing.',
    labelNames: ['where'],
    registers: [registry],
  });
  const damaged: StoreMeasures['damaged'] = (where) => damages.inc({ where });
  const again = new Counter({
    name: 'vitrine_images_drawn_again_total',
    help: 'Images that were drawn although they had been before: of an address that was given out nothing was left ("gone"), or another server has drawn the same in the same moment ("at once").',
    labelNames: ['why'],
    registers: [registry],
  });
  for (const why of ['gone', 'at once']) again.inc({ why }, 0);
  const showCounts = countersOf(registry);
  const showMirrors = mirrorGauges(registry);
  const showWork = workGauges(registry);
  return {
    observe: (operation, status, seconds) => {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
    },
    print: (counts) => {
      waiting.set(counts.waitingRenders);
      showCounts(counts);
      showMirrors(counts);
      showWork(counts);
      return registry.metrics();
    },
    contentType: registry.contentType,
    ofProcesses: (living, own) => showProcesses(registry, living, own),
    ofBatches: (waiting) => showBatches(registry, waiting),
    ofObjectStore: () => storeMeasures(registry, damaged),
    damaged,
    refused: refusalCounter(registry),
    drawnAgain: () => again.inc({ why: 'gone' }),
    ofImagePacks: () => packMeasures(registry, (images) => again.inc({ why: 'at once' }, images)),
  };
}

function refusalCounter(registry: Registry): Metrics['refused'] {
  const counter = new Counter({
    name: 'vitrine_refused_before_request_total',
    help: 'Connections and streams of HTTP/2 that were refused or ended before they were requests.',
    labelNames: ['what'],
    registers: [registry],
  });
  for (const what of refusals) counter.inc({ what }, 0);
  return (what) => counter.inc({ what });
}

function countersOf(registry: Registry): (counts: Counts) => void {
  const rows: [name: string, help: string, value: (counts: Counts) => number][] = [
    [
      'vitrine_passwords_computed_total',
      'Passwords that were hashed, to be stored or compared.',
      ({ passwordsComputed }) => passwordsComputed,
    ],
    [
      'vitrine_document_readings_total',
      'Questions of viewers that a design was read for; other answers were remembered.',
      ({ readingsBegun }) => readingsBegun,
    ],
    [
      'vitrine_transactions_repeated_total',
      'Changes that PostgreSQL ended in favour of others, and that were made again.',
      ({ transactionsRepeated }) => transactionsRepeated,
    ],
    [
      'vitrine_database_connection_waits_total',
      'Questions to PostgreSQL that waited for one of the connections to be given back.',
      ({ connectionWaits }) => connectionWaits,
    ],
    [
      'vitrine_database_connection_wait_seconds_total',
      'How long they waited, all together.',
      ({ connectionWaitMs }) => connectionWaitMs / 1000,
    ],
    [
      'vitrine_deliveries_claimed_total',
      'Requests to webhooks that this process has taken on.',
      ({ deliveriesClaimed }) => deliveriesClaimed,
    ],
    [
      'vitrine_delivery_outcomes_without_lease_total',
      'Requests to webhooks that ended after another process had taken their deliveries over.',
      ({ outcomesWithoutLease }) => outcomesWithoutLease,
    ],
  ];
  const registers = [registry];
  const counters = rows.map(([name, help]) => new Counter({ name, help, registers }));
  return (counts) => {
    for (const [place, [, , value]] of rows.entries()) {
      counters[place]?.reset();
      counters[place]?.inc(value(counts));
    }
  };
}

/** What goes on beside requests. */
function workGauges(registry: Registry): (counts: Counts) => void {
  const registers = [registry];
  const oldest = new Gauge({
    name: 'vitrine_oldest_delivery_seconds',
    help: 'For how long the delivery has been due that waits longest, in the whole installation.',
    registers,
  });
  const labelNames = ['chore'];
  const ended = new Gauge({
    name: 'vitrine_chore_last_end_timestamp_seconds',
    help: 'When this process last did what recurs every hour.',
    labelNames,
    registers,
  });
  const failures = new Counter({
    name: 'vitrine_chore_failures_total',
    help: 'How often what recurs every hour has failed in this process.',
    labelNames,
    registers,
  });
  return ({ stored, chores }) => {
    oldest.set((stored?.oldestDeliveryMs ?? 0) / 1000);
    failures.reset();
    for (const [chore, outcome] of chores) {
      if (outcome.endedAt !== undefined) ended.set({ chore }, outcome.endedAt / 1000);
      failures.inc({ chore }, outcome.failures);
    }
  };
}

function mirrorGauges(registry: Registry): (counts: Counts) => void {
  const registers = [registry];
  const files = new Gauge({
    name: 'vitrine_mirrored_files',
    help: 'Files that are kept current with upstreams, by their state.',
    labelNames: ['state'],
    registers,
  });
  const pauses = new Gauge({
    name: 'vitrine_upstream_pause_seconds',
    help: 'For how long an upstream takes no more calls of a tier, the longest of all.',
    labelNames: ['tier'],
    registers,
  });
  const uses = new Gauge({
    name: 'vitrine_upstream_share_used',
    help: 'How much of our share of the limits of an upstream is used, from 0 to 1, the most of all.',
    labelNames: ['tier'],
    registers,
  });
  return ({ stored }) => {
    files.reset();
    for (const [state, count] of stored?.mirroredFiles ?? []) files.set({ state }, count);
    pauses.reset();
    for (const [tier, seconds] of stored?.upstreamPauses ?? []) pauses.set({ tier }, seconds);
    uses.reset();
    for (const [tier, used] of stored?.upstreamUses ?? []) uses.set({ tier }, used);
  };
}

function showProcesses(
  registry: Registry,
  living: () => Promise<readonly LivingProcess[]>,
  { life, clock, bell }: OwnProcess,
): void {
  const registers = [registry];
  new Gauge({
    name: 'vitrine_processes',
    help: 'Processes that serve the installation, by version and roles, as the database knows them.',
    labelNames: ['version', 'roles'],
    registers,
    async collect() {
      const found = (await answeredSoon(living())) ?? [];
      this.reset();
      for (const { version, roles } of found) this.inc({ version, roles });
    },
  });
  const own: [name: string, help: string, value: () => number][] = [
    [
      'vitrine_heartbeat_age_seconds',
      'Since the database last heard of this process.',
      () => life.silentMs() / 1000,
    ],
    [
      'vitrine_clock_offset_seconds',
      "By how much the database's clock is ahead of this machine's.",
      () => clock.offsetMs() / 1000,
    ],
    [
      'vitrine_bell_connected',
      'Whether this process hears at once of work that others have for it.',
      () => Number(bell.isConnected()),
    ],
  ];
  for (const [name, help, value] of own)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
}

function showBatches(
  registry: Registry,
  waiting: Parameters<Metrics['ofBatches']>[0],
): (images: number) => void {
  const registers = [registry];
  const none = { count: 0, oldestMs: 0 };
  let asked: Promise<typeof none> | undefined;
  // Both are collected in the same moment.
  const ask = (): Promise<typeof none> => {
    asked ??= answeredSoon(waiting()).then((answer) => {
      asked = undefined;
      return answer ?? none;
    });
    return asked;
  };
  new Gauge({
    name: 'vitrine_render_oldest_batch_seconds',
    help: 'How long the first of the batches of images has waited that nobody draws yet, in the whole installation.',
    registers,
    async collect() {
      this.set((await ask()).oldestMs / 1000);
    },
  });
  new Gauge({
    name: 'vitrine_render_batches_waiting',
    help: 'Batches of images that servers which do not draw have asked for, and nobody draws yet.',
    registers,
    async collect() {
      this.set((await ask()).count);
    },
  });
  const drawn = new Counter({
    name: 'vitrine_images_drawn_for_others_total',
    help: 'Images that this process has drawn for servers which do not draw.',
    registers,
  });
  return (images) => drawn.inc(images);
}

function packMeasures(registry: Registry, drawnAtOnce: PackMeasures['drawnAtOnce']): PackMeasures {
  const registers = [registry];
  const images = new Counter({
    name: 'vitrine_images_total',
    help: 'Images by how this process came to them: drawn here, or found in a pack.',
    labelNames: ['how'],
    registers,
  });
  const packed = new Counter({
    name: 'vitrine_images_packed_total',
    help: 'Images that were to be stored in packs, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    drawn: () => images.inc({ how: 'drawn' }),
    found: () => images.inc({ how: 'found' }),
    packed: (outcome, count) => packed.inc({ outcome }, count),
    drawnAtOnce,
  };
}

function storeMeasures(registry: Registry, damaged: StoreMeasures['damaged']): StoreMeasures {
  const registers = [registry];
  const requests = new Histogram({
    name: 'vitrine_store_request_seconds',
    help: 'Requests to the object store by kind and outcome, and how long they took.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const hits = new Counter({
    name: 'vitrine_blob_copies_used_total',
    help: 'Blobs that were served from their local copies.',
    registers,
  });
  const fetches = new Histogram({
    name: 'vitrine_blob_fetch_seconds',
    help: 'Local copies that were brought from the object store, and how long they took.',
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers,
  });
  const bytes = new Gauge({
    name: 'vitrine_blob_copies_bytes',
    help: 'Disk space of local copies.',
    registers,
  });
  const beyond = new Gauge({
    name: 'vitrine_blob_copies_beyond_bytes',
    help: 'By how much local copies in use exceed VITRINE_CACHE_BYTES.',
    registers,
  });
  return {
    request: (kind, outcome, seconds) => requests.observe({ kind, outcome }, seconds),
    hit: () => hits.inc(),
    fetched: (seconds) => fetches.observe(seconds),
    damaged,
    copies: (copiesBytes, beyondBytes) => {
      bytes.set(copiesBytes);
      beyond.set(beyondBytes);
    },
  };
}
