import { expect, it } from 'vitest';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../testing/postgres-example-rows.ts';
import { claimFile, updateHeldFile } from './due-files-store.ts';
import { claimList } from './mirror-lists-store.ts';

const [file] = exampleRows.mirrored_files;
const [list] = exampleRows.mirror_lists;
const dueAt = Math.max(Number(file?.next_at), Number(list?.next_at)) + 60_000;
const behind = dueAt - 5000;

onBothEngines('What a process took of a mirror', (openEmpty) => {
  it.each([
    ['file', claimFile],
    ['list', claimList],
  ] as const)('is not taken by one whose clock is behind: a %s', async (_kind, claim) => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    expect(await claim(database, { lease: 'one', now: dueAt })).toBeDefined();
    expect(await claim(database, { lease: 'other', now: behind })).toBeUndefined();
    // Where the clock of all was set back, nobody holds it any more.
    expect(await claim(database, { lease: 'other', now: dueAt - 3_600_000 })).toBeUndefined();
    expect(await claim(database, { lease: 'other', now: dueAt + 3_600_000 })).toBeDefined();
  });

  it('is not looked at again at once by one whose clock is behind', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const held = await claimFile(database, { lease: 'one', now: dueAt });
    if (held === undefined) throw new Error('The file was not due.');
    const free = { lease: null, leasedUntil: null, state: 'current', historyAt: null } as const;
    await updateHeldFile(database, held, { ...free, checkedAt: dueAt, nextAt: dueAt + 3_600_000 });
    expect(await claimFile(database, { lease: 'other', now: behind })).toBeUndefined();
    expect(await claimFile(database, { lease: 'other', now: dueAt - 600_000 })).toBeDefined();
  });
});
