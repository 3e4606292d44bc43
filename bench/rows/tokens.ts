import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { admittedByProcesses, crowd } from '../../src/testing/rate-limit-processes.ts';
import { interleaved, median } from '../medians.ts';
import { type Fact, type Row, rounded, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { timeTokenCheck } from './token-check.ts';

/** What checking a token takes of the cheapest call, and whether rate limits are exact. */
export async function measureTokens(stage: Stage): Promise<Measured> {
  const { row, facts } = await measureCheck(stage);
  const native = postgresFolder();
  if (native === undefined) {
    return { rows: [row], facts, leftOut: ['No PostgreSQL for this platform: no limits on it.'] };
  }
  stage.say('Four processes against one limit');
  const postgres = await startPostgres(native);
  try {
    return { rows: [row, exactness((await admittedByProcesses(postgres.url)).minute)], facts };
  } finally {
    await postgres.stop();
  }
}

async function measureCheck({ vitrine, folder, calls, say }: Stage): Promise<{ row: Row; facts: Fact[] }> {
  say(`With a token and without, ${calls} calls each`);
  const call = (path: string) => async () => (await askWell(vitrine.client, path)).milliseconds;
  const contestants = { checked: call('/v1/me'), open: call('/healthz') };
  await interleaved(200, contestants);
  const times = await interleaved(calls, contestants);
  const theirs = median(times.checked);
  const { known, forgotten } = await timeTokenCheck(folder);
  return {
    row: {
      work: 'Checking a token',
      reference: 'Get current user, the cheapest call with a token',
      ours: known,
      theirs,
      unit: 'ms',
      ratio: known / theirs,
      limit: { atMost: 0.05 },
    },
    facts: [
      { name: 'Checking a token after something was written', value: `${rounded(forgotten)} ms` },
      { name: '/healthz, without token and log', value: `${rounded(median(times.open))} ms` },
    ],
  };
}

function exactness(admitted: number): Row {
  const { processes, callsEach, most } = crowd;
  const work = `${processes * callsEach} calls of ${processes} processes where ${most} are allowed: admitted too many or too few`;
  return rowWithin(work, Math.abs(admitted - most), 0, 'calls');
}
