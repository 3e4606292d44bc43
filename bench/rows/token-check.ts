import { join } from 'node:path';
import { hashToken } from '../../src/access/token-hash.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { operationContract } from '../../src/contract/contract.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { identify } from '../../src/server/identify.ts';
import { insertExampleRows } from '../../src/testing/postgres-example-rows.ts';
import { median } from '../medians.ts';

const turns = 15;
const checksPerTurn = 2000;

/** Milliseconds that finding out who calls takes in this process: as a rule, and where all was forgotten. */
export async function timeTokenCheck(folder: string): Promise<{ known: number; forgotten: number }> {
  const { database, close } = await openDatabase({ folder: join(folder, 'token-check') });
  await migrate(database);
  await insertExampleRows(database);
  const used = { expires_at: null, last_used_at: Number.MAX_SAFE_INTEGER };
  await database
    .updateTable('tokens')
    .set({ ...used, hash: hashToken('secret'), kind: 'personal', scopes: '["current_user:read"]' })
    .where(
      'id',
      '=',
      database.selectFrom('tokens').select(({ fn }) => fn.min('id').as('id')),
    )
    .execute();
  const parts: Partial<Context> = { database, clock: { now: Date.now }, config: readConfig({}, {}) };
  const request = { method: 'GET', headers: { 'x-figma-token': 'secret' }, ipAddress: '127.0.0.1' };
  const check = () => identify(request, operationContract('getMe'), parts as Context);
  const write = () => database.deleteFrom('settings').where('name', '=', 'none').execute();
  const known = await timeOf(check);
  const written = await timeOf(write);
  const forgotten = (await timeOf(() => write().then(check))) - written;
  await close();
  return { known, forgotten };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const startedAt = performance.now();
    for (let check = 0; check < checksPerTurn; check += 1) await work();
    times.push((performance.now() - startedAt) / checksPerTurn);
  }
  return median(times);
}
