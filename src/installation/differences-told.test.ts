import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { differencesTold } from './differences-told.ts';
import { enterProcess } from './processes-store.ts';
import { settingsMarks } from './settings-marks.ts';

const missing = postgresMissing();

describe.skipIf(missing)(`A process on PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  it('tells its log once which settings another has otherwise that all should have alike', async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, folder: '' });
    onTestFinished(async () => {
      await opened.close();
      await drop();
    });
    const { database } = opened;
    const row = { version: '1', schema: '', roles: 'web', renderer: 'r', marks: 'm' };
    const settingsOf = (days: string) =>
      settingsMarks(readConfig({ imageUrlDays: days, port: days }, {}), null);
    await enterProcess(database, { ...row, id: 'p1', name: 'vm:1', settings: settingsOf('3') });
    await enterProcess(database, { ...row, id: 'p2', name: 'vm:2', settings: settingsOf('4') });
    await enterProcess(database, { ...row, id: 'p3', name: 'vm:3', settings: settingsOf('3') });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const own = { ...row, settings: settingsOf('3') };
    const tell = differencesTold({ database, clock: { offsetMs: () => 0 }, log, row: own });
    await tell('p1');
    await tell('p1');
    expect(lines).toEqual([
      'vm:2 serves this installation with other settings: give all servers the same VITRINE_IMAGE_URL_DAYS',
    ]);
  });
});
