import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../database/tables.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { differencesTold } from './differences-told.ts';
import { enterProcess } from './processes-store.ts';
import { settingsMarks } from './settings-marks.ts';

const missing = postgresMissing();

describe.skipIf(missing)(`A process on PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  let database: Kysely<Tables>;
  let lines: string[];
  let close: () => Promise<void>;
  beforeEach(async () => {
    const { url, drop } = await createPostgresDatabase();
    const opened = await openDatabase({ url, folder: '' });
    database = opened.database;
    lines = [];
    close = () => opened.close().then(drop);
  });
  afterEach(() => close());

  const row = { version: '1', schema: '', roles: 'web', renderer: 'r', marks: 'm' };
  const settingsOf = (days: string) =>
    settingsMarks(readConfig({ imageUrlDays: days, port: days }, {}), null);
  const enter = (id: string, more: { renderer?: string; settings?: string } = {}) =>
    enterProcess(database, { ...row, id, name: `vm:${id}`, settings: settingsOf('3'), ...more });
  const telling = (more: { renderer?: string; offsetMs?: () => number } = {}) => {
    const { renderer = row.renderer, offsetMs = () => 0 } = more;
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const own = { ...row, renderer, settings: settingsOf('3') };
    return differencesTold({ database, clock: { offsetMs }, log, row: own });
  };

  it('tells its log once which settings another has otherwise that all should have alike', async () => {
    await enter('1');
    await enter('2', { settings: settingsOf('4') });
    await enter('3');
    const tell = telling();
    await tell('1');
    await tell('1');
    expect(lines).toEqual([
      'vm:2 serves this installation with other settings: give all servers the same VITRINE_IMAGE_URL_DAYS',
    ]);
  });

  it('tells once of another that draws otherwise, and nothing of its own row', async () => {
    await enter('1', { settings: settingsOf('4') });
    await enter('2', { renderer: 'other' });
    const tell = telling();
    await tell('1');
    await tell('1');
    expect(lines).toEqual([
      'another process draws images by another version or other fonts of its folder: images get other names there',
    ]);
  });

  it('tells of a clock that is wrong by more than a second, once until it is right again', async () => {
    let offsetMs = 0;
    const tell = telling({ offsetMs: () => offsetMs });
    const told: number[] = [];
    for (offsetMs of [1_000, -1_001, -5_000, 0, 1_001]) {
      await tell('1');
      told.push(lines.splice(0).length);
    }
    expect(told).toEqual([0, 1, 0, 0, 1]);
  });

  it('goes on where the database is gone', async () => {
    await close();
    close = async () => undefined;
    await telling({ offsetMs: () => 2_000 })('1');
    expect(lines).toHaveLength(1);
  });
});
