import { type Logger, pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Caller, CallerUser } from '../access/caller.ts';
import { organizationIdOf, tokenIdOf, userIdOf } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { developerLog } from './developer-log.ts';
import type { LoggedCall } from './logged-call.ts';

const silent: Logger = pino({ level: 'silent' });

const user: CallerUser = {
  id: userIdOf('1'),
  handle: 'Alice',
  email: 'alice@example.com',
  imgUrl: '',
  organizationId: organizationIdOf('900'),
  role: 'admin',
  seat: 'full',
  installationAdmin: false,
};
const caller: Caller = {
  tokenId: tokenIdOf('t'),
  tokenName: 'ci',
  tokenHash: 'aa',
  ipAddress: '::1',
  kind: 'personal',
  app: null,
  user,
  scopes: new Set(),
};

function call(number: number, more: Partial<LoggedCall> = {}): LoggedCall {
  const id = String(number).padStart(5, '0');
  return { id, ordinal: id, at: 1, path: '/v1/me', caller, resource: undefined, status: 200, ...more };
}

onBothEngines('The developer log', (openEmpty) => {
  async function openLog() {
    const { database } = await openMigrated(openEmpty);
    const idsInLog = async () =>
      (await database.selectFrom('request_log').select('id').orderBy('id').execute()).map(({ id }) => id);
    return { database, log: developerLog({ database, log: silent }), idsInLog };
  }

  it('writes what was added, however much, each call once', async () => {
    const { log, idsInLog } = await openLog();
    const calls = Array.from({ length: 1_234 }, (_, number) => call(number));
    for (const each of calls) log.add(each);
    await Promise.all([log.flush(), log.flush()]);
    await log.flush();
    expect(await idsInLog()).toEqual(calls.map(({ id }) => id));
  });

  it('writes by itself a full batch, and what was added while it was writing', async () => {
    const { log, idsInLog } = await openLog();
    for (let number = 0; number < 500; number += 1) log.add(call(number));
    log.add(call(500));
    await expect.poll(idsInLog).toHaveLength(501);
  });

  it('lets the few calls that come while a full batch is written wait for others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { log, idsInLog } = await openLog();
      for (let number = 0; number < 500; number += 1) log.add(call(number));
      await new Promise(setImmediate);
      for (let number = 500; number < 510; number += 1) log.add(call(number));
      while ((await idsInLog()).length === 0) await new Promise(setImmediate);
      for (let turn = 0; turn < 50; turn += 1) expect(await idsInLog()).toHaveLength(500);
      await log.flush();
      expect(await idsInLog()).toHaveLength(510);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps a call that comes while a batch that is not full is being written', async () => {
    const { log, idsInLog } = await openLog();
    log.add(call(1));
    const written = log.flush();
    await Promise.resolve();
    log.add(call(2));
    await written;
    await log.flush();
    expect(await idsInLog()).toEqual(['00001', '00002']);
  });

  it('keeps what the database does not take, and writes it later', async () => {
    const { database, log, idsInLog } = await openLog();
    await database.schema.alterTable('request_log').renameTo('away').execute();
    log.add(call(1));
    await log.flush();
    await database.schema.alterTable('away').renameTo('request_log').execute();
    log.add(call(2));
    await log.flush();
    expect(await idsInLog()).toEqual(['00001', '00002']);
  });

  it('keeps no more than 50,000 calls waiting', async () => {
    const { database, log, idsInLog } = await openLog();
    await database.schema.alterTable('request_log').renameTo('away').execute();
    for (let number = 0; number < 50_010; number += 1) log.add(call(number));
    await log.flush();
    await database.schema.alterTable('away').renameTo('request_log').execute();
    await log.flush();
    expect((await idsInLog()).at(-1)).toBe('49999');
  });

  it('leaves out calls of people without an organization', async () => {
    const { log, idsInLog } = await openLog();
    log.add(call(1, { caller: { ...caller, user: { ...user, organizationId: null } } }));
    log.add(call(2, { resource: { type: 'team', id: 'gone' } }));
    await log.flush();
    expect(await idsInLog()).toEqual(['00002']);
  });
});
