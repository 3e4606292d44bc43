import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { enterProcess } from './processes-store.ts';
import { refuseOtherMode } from './refuse-other-mode.ts';
import { settingsMarks } from './settings-marks.ts';

const missing = postgresMissing();

describe.skipIf(missing)(`A process on PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  it.each([
    ['in test mode', 'on', 'without test mode'],
    ['without test mode', 'off', 'in test mode'],
  ] as const)('%s is refused beside one of the other kind alone', async (_title, testMode, said) => {
    const { url, drop } = await createPostgresDatabase();
    const { database, close } = await openDatabase({ url, folder: '' });
    const enter = (id: string, settings: string | null) =>
      enterProcess(database, {
        id,
        name: `vm:${id}`,
        version: '1',
        schema: '',
        roles: 'web',
        renderer: '',
        marks: '',
        settings,
      });
    const marksOf = (mode: string) => settingsMarks(readConfig({ testMode: mode }, {}), undefined);
    const refusal = () =>
      refuseOtherMode(database, marksOf(testMode), { testMode: testMode === 'on' }).then(
        () => undefined,
        ({ message }: Error) => message,
      );
    try {
      await enter('1', null);
      await enter('2', marksOf(testMode));
      expect(await refusal()).toBeUndefined();
      await enter('3', marksOf(testMode === 'on' ? 'off' : 'on'));
      expect(await refusal()).toMatch(
        new RegExp(`^VITRINE_TEST_MODE: vm:3 serves this installation ${said}, [^.]*\\.$`),
      );
    } finally {
      await close();
      await drop();
    }
  });
});
