import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { admittedByProcesses, crowd } from '../../src/testing/rate-limit-processes.ts';
import { askWell } from '../ask.ts';
import { interleaved, median } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';

/** What checking a token adds to a call that does next to nothing else, and whether rate limits are exact. */
export async function measureTokens(stage: Stage): Promise<Measured> {
  const check = await measureCheck(stage);
  const native = postgresFolder();
  if (native === undefined) {
    return { rows: [check], facts: [], leftOut: ['No PostgreSQL for this platform: no limits on it.'] };
  }
  stage.say('Four processes against one limit');
  const postgres = await startPostgres(native);
  try {
    return { rows: [check, exactness(await admittedByProcesses(postgres.url))], facts: [] };
  } finally {
    await postgres.stop();
  }
}

async function measureCheck({ vitrine, calls, say }: Stage): Promise<Row> {
  say(`With a token and without, ${calls} calls each`);
  const call = (path: string) => async () => (await askWell(vitrine.client, path)).milliseconds;
  const contestants = { checked: call('/v1/me'), open: call('/healthz') };
  await interleaved(200, contestants);
  const times = await interleaved(calls, contestants);
  const [ours, theirs] = [median(times.checked), median(times.open)];
  return {
    work: 'Get current user: the token checked, the call logged',
    reference: '/healthz: no token',
    ...{ ours, theirs, unit: 'ms', ratio: ours / theirs },
    limit: { atMost: 1.05 },
  };
}

function exactness(admitted: number): Row {
  const { processes, callsEach, most } = crowd;
  return {
    work: `${processes * callsEach} calls of ${processes} processes where ${most} are allowed: admitted too many or too few`,
    reference: '–',
    ...{ ours: Math.abs(admitted - most), theirs: 0, unit: 'calls', ratio: Math.abs(admitted - most) },
    absolute: true,
    limit: { atMost: 0 },
  };
}
