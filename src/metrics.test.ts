import { describe, expect, it } from 'vitest';
import { answeredSoon, type Counts, createMetrics, type Metrics } from './metrics.ts';

const counts: Counts = {
  transactionsRepeated: 1,
  connectionWaits: 2,
  connectionWaitMs: 3500,
  waitingRenders: 4,
  passwordsComputed: 5,
  readingsBegun: 6,
  deliveriesClaimed: 7,
  outcomesWithoutLease: 8,
  chores: new Map([
    ['logs', { endedAt: 9000, failures: 0 }],
    ['blobs', { endedAt: undefined, failures: 10 }],
  ]),
  stored: {
    oldestDeliveryMs: 11_500,
    mirroredFiles: new Map([['fresh', 12]]),
    upstreamPauses: new Map([['tier1', 13]]),
    upstreamUses: new Map([['tier2', 0.14]]),
  },
};

/** Of these there is a line for each kind, be it nought. */
const nothingRefused = /^vitrine_refused_before_request_total.* 0$/;

/** The lines that are shown of what we measure, but those whose names say so. */
async function shown(metrics: Metrics, now = counts, without = /_bucket|drawn_again/): Promise<string[]> {
  const lines = (await metrics.print(now)).split('\n');
  return lines.filter(
    (line) => line.startsWith('vitrine_') && !nothingRefused.test(line) && !without.test(line),
  );
}

describe('What is measured', () => {
  const ofCounts = [
    'vitrine_renders_waiting 4',
    'vitrine_passwords_computed_total 5',
    'vitrine_document_readings_total 6',
    'vitrine_transactions_repeated_total 1',
    'vitrine_database_connection_waits_total 2',
    'vitrine_database_connection_wait_seconds_total 3.5',
    'vitrine_deliveries_claimed_total 7',
    'vitrine_delivery_outcomes_without_lease_total 8',
    'vitrine_mirrored_files{state="fresh"} 12',
    'vitrine_upstream_pause_seconds{tier="tier1"} 13',
    'vitrine_upstream_share_used{tier="tier2"} 0.14',
    'vitrine_oldest_delivery_seconds 11.5',
    'vitrine_chore_last_end_timestamp_seconds{chore="logs"} 9',
    'vitrine_chore_failures_total{chore="logs"} 0',
    'vitrine_chore_failures_total{chore="blobs"} 10',
  ];

  it('elsewhere is shown as it is, however often it is asked for', async () => {
    const metrics = createMetrics();
    expect(await shown(metrics)).toEqual(ofCounts);
    expect(await shown(metrics)).toEqual(ofCounts);
  });

  it('of what is refused before it is a request is how often, by what it was', async () => {
    const metrics = createMetrics();
    metrics.refused('stream');
    metrics.refused('stream');
    expect(await shown(metrics)).toEqual([
      ...ofCounts,
      'vitrine_refused_before_request_total{what="stream"} 2',
    ]);
  });

  it('is shown without what the database would say where that does not answer', async () => {
    const metrics = createMetrics();
    await shown(metrics);
    const stored = /mirrored|upstream|oldest/;
    expect(await shown(metrics, { ...counts, stored: undefined }, /drawn_again/)).toEqual([
      ...ofCounts.filter((line) => !stored.test(line)).slice(0, 8),
      'vitrine_oldest_delivery_seconds 0',
      ...ofCounts.slice(-3),
    ]);
  });

  it('of requests is their number by operation and status, and how long they took by operation', async () => {
    const metrics = createMetrics();
    metrics.observe('getFile', 200, 0.5);
    metrics.observe('getFile', 200, 0.25);
    metrics.observe('getFile', 404, 0.25);
    expect((await shown(metrics)).filter((line) => line.startsWith('vitrine_request'))).toEqual([
      'vitrine_requests_total{operation="getFile",status="200"} 2',
      'vitrine_requests_total{operation="getFile",status="404"} 1',
      'vitrine_request_duration_seconds_sum{operation="getFile"} 1',
      'vitrine_request_duration_seconds_count{operation="getFile"} 3',
    ]);
  });

  it('of processes is how many there are of each kind, and how this one does', async () => {
    const metrics = createMetrics();
    const [web, all] = [
      { version: '1', roles: 'web' },
      { version: '2', roles: 'web,jobs' },
    ];
    const own = {
      life: { silentMs: () => 1500 },
      clock: { offsetMs: () => -250 },
      bell: { isConnected: () => true },
    };
    let living = [web, all, web];
    metrics.ofProcesses(async () => living, own);
    const ofOwn = [
      'vitrine_heartbeat_age_seconds 1.5',
      'vitrine_clock_offset_seconds -0.25',
      'vitrine_bell_connected 1',
    ];
    expect((await shown(metrics)).slice(ofCounts.length)).toEqual([
      'vitrine_processes{version="1",roles="web"} 2',
      'vitrine_processes{version="2",roles="web,jobs"} 1',
      ...ofOwn,
    ]);
    living = [all];
    expect((await shown(metrics)).slice(ofCounts.length)).toEqual([
      'vitrine_processes{version="2",roles="web,jobs"} 1',
      ...ofOwn,
    ]);
  });

  it('of batches is how many wait and how long the first has, and what was drawn of them here', async () => {
    const metrics = createMetrics();
    let asked = 0;
    const drawn = metrics.ofBatches(async () => {
      asked += 1;
      if (asked === 2) throw new Error('The database is away.');
      return { count: 2, oldestMs: 1500 };
    });
    drawn(3);
    const ofBatches = (seconds: number, count: number) => [
      `vitrine_render_oldest_batch_seconds ${seconds}`,
      `vitrine_render_batches_waiting ${count}`,
      'vitrine_images_drawn_for_others_total 3',
    ];
    expect((await shown(metrics)).slice(ofCounts.length)).toEqual(ofBatches(1.5, 2));
    expect((await shown(metrics)).slice(ofCounts.length)).toEqual(ofBatches(0, 0));
    expect(asked).toBe(2);
  });

  it('of an object store is what was asked of it, and of its copies what they were used for', async () => {
    const metrics = createMetrics();
    const store = metrics.ofObjectStore();
    store.request('get', 'done', 0.5);
    store.hit();
    store.fetched(0.25);
    store.copies(100, 30);
    store.damaged('copy');
    metrics.damaged('copy');
    expect(await shown(metrics)).toEqual([
      'vitrine_renders_waiting 4',
      'vitrine_blobs_damaged_total{where="copy"} 2',
      ...ofCounts.slice(1),
      'vitrine_store_request_seconds_sum{kind="get",outcome="done"} 0.5',
      'vitrine_store_request_seconds_count{kind="get",outcome="done"} 1',
      'vitrine_blob_copies_used_total 1',
      'vitrine_blob_fetch_seconds_sum 0.25',
      'vitrine_blob_fetch_seconds_count 1',
      'vitrine_blob_copies_bytes 100',
      'vitrine_blob_copies_beyond_bytes 30',
    ]);
  });

  it('of images that are shared is how this process came to them, and which were drawn again', async () => {
    const metrics = createMetrics();
    const packs = metrics.ofImagePacks();
    packs.drawn();
    packs.found();
    packs.found();
    for (const outcome of ['done', 'failed', 'left'] as const) packs.packed(outcome, outcome.length);
    packs.drawnAtOnce(5);
    metrics.drawnAgain();
    const lines = await shown(metrics, counts, /_bucket/);
    expect(lines.filter((line) => line.startsWith('vitrine_images'))).toEqual([
      'vitrine_images_drawn_again_total{why="gone"} 1',
      'vitrine_images_drawn_again_total{why="at once"} 5',
      'vitrine_images_total{how="drawn"} 1',
      'vitrine_images_total{how="found"} 2',
      'vitrine_images_packed_total{outcome="done"} 4',
      'vitrine_images_packed_total{outcome="failed"} 6',
      'vitrine_images_packed_total{outcome="left"} 4',
    ]);
  });

  it('by the database is left out where that answers late or fails', async () => {
    expect(await answeredSoon(Promise.resolve(1))).toBe(1);
    expect(await answeredSoon(Promise.reject(new Error('away')))).toBeUndefined();
    expect(await answeredSoon(new Promise(() => {}))).toBeUndefined();
  });
});
