import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../database/open-database.ts';
import { randomIds } from '../ids.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { enterProcess, leaveProcess } from './processes-store.ts';
import { refuseOtherSecret, secretMarks } from './secret-marks.ts';

const [first, second, third] = ['the first secret\n', 'the second secret\n', 'the third secret\n'] as const;
type Secrets = readonly [string, ...string[]];

const open = async () => {
  const { url, drop } = await createPostgresDatabase();
  const opened = await openDatabase({ url, folder: '' });
  onTestFinished(async () => {
    await opened.close();
    await drop();
  });
  return opened;
};

const missing = postgresMissing();

describe.skipIf(missing)(`A process on PostgreSQL${missing ? ` (left out: ${missing})` : ''}`, () => {
  it('starts beside others where one believes what the other signs, and is refused elsewhere', async () => {
    const { database } = await open();
    const row = { name: 'vm:1', version: '1', schema: '', roles: 'web', renderer: '', settings: null };
    const refusalBeside = async (others: Secrets, own: Secrets, settings = {}) => {
      const id = randomIds.uuid();
      await enterProcess(database, { ...row, id, marks: secretMarks(() => others) });
      const refused = await refuseOtherSecret(
        database,
        secretMarks(() => own),
        { secretFile: undefined, ...settings },
      ).then(
        () => undefined,
        (error) => (error as Error).message,
      );
      await leaveProcess(database, id);
      return refused;
    };
    const rotation: Secrets[] = [[first], [first, second], [second, first], [second]];
    for (const [step, secrets] of rotation.entries())
      for (const near of rotation.slice(Math.max(0, step - 1), step + 2))
        expect(await refusalBeside(secrets, near)).toBeUndefined();
    expect(await refusalBeside([first], [second, first])).toBeUndefined();
    const sentence = /^VITRINE_SECRET: vm:1 serves this installation with another secret, [^.]*\.$/;
    expect(await refusalBeside([first], [second])).toMatch(sentence);
    expect(await refusalBeside([second, first], [third, first])).toMatch(sentence);
    expect(await refusalBeside([first], [second], { secretFile: '/run/secret' })).toMatch(
      /^VITRINE_SECRET_FILE: /,
    );
  });

  it('that was silent for half a minute keeps nobody with another secret from starting', async () => {
    const { database } = await open();
    const row = { name: 'vm:1', version: '1', schema: '', roles: 'web', renderer: '', settings: null };
    await enterProcess(database, { ...row, id: 'p', marks: secretMarks(() => [first]) });
    const own = secretMarks(() => [second]);
    const refused = () =>
      refuseOtherSecret(database, own, { secretFile: undefined }).then(
        () => false,
        () => true,
      );
    const silence = (ms: number) =>
      database
        .updateTable('processes')
        .set({ seen_at: Date.now() - ms })
        .execute();
    await silence(28_000);
    expect(await refused()).toBe(true);
    await silence(31_000);
    expect(await refused()).toBe(false);
  });

  it('of a version that says nothing of its secrets is no reason to refuse one', async () => {
    const { database } = await open();
    const before = { id: 'p', name: 'vm:1', version: '0', schema: '', roles: 'web', renderer: '' };
    const at = Date.now();
    await database
      .insertInto('processes')
      .values({ ...before, started_at: at, seen_at: at })
      .execute();
    await refuseOtherSecret(
      database,
      secretMarks(() => [first]),
      { secretFile: undefined },
    );
  });

  it('tells nothing that its secret follows from', () => {
    expect(secretMarks(() => [first, second])).toMatch(/^[0-9a-f]{32},[0-9a-f]{32}$/);
    expect(secretMarks(() => [first])).not.toContain(Buffer.from(first).toString('hex').slice(0, 8));
  });
});
