import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from './clock.ts';
import { BadSetting } from './config.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { ensureAdministrator, type FirstAdministrator } from './first-administrator.ts';
import { randomIds as ids } from './ids.ts';
import { onBothEngines, openMigrated } from './testing/postgres-and-sqlite.ts';
import { findToken } from './tokens/tokens-store.ts';

const given = (which: string): string => `a-token-of-32-bytes-that-is-${which}`.padEnd(32, '.');

onBothEngines('The administrator’s token of a start', (openEmpty) => {
  async function open() {
    const opened = await openMigrated(openEmpty);
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-administrator-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return { ...opened, folder, isKnown: async (token: string) => isKnown(opened, token) };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  const isKnown = async ({ database }: OpenDatabase, token: string): Promise<boolean> =>
    (await findToken(database, token)) !== undefined;

  const ensure = (
    { database, folder: dataFolder }: Opened,
    given: { adminTokenFile?: string; mayMakeToken?: boolean; others?: readonly string[] },
  ): Promise<FirstAdministrator> => {
    const { adminTokenFile, mayMakeToken = false, others = [] } = given;
    const config = { dataFolder, adminTokenFile, defaultPlan: 'enterprise' } as const;
    return ensureAdministrator(database, { config, clock, ids, withFirstPlace: true, mayMakeToken, others });
  };

  const start = (opened: Opened, mayMakeToken = true) => ensure(opened, { mayMakeToken });

  async function startWith(opened: Opened, token: string, others: readonly string[] = []) {
    const adminTokenFile = join(opened.folder, `file-of-${token}`);
    await writeFile(adminTokenFile, `${token}\n`);
    return ensure(opened, { adminTokenFile, others });
  }

  it('is made and kept in the data folder the first time, and found there later', async () => {
    const opened = await open();
    const first = await start(opened);
    expect(first).toEqual({ token: expect.any(String), isNew: true, isReplaced: false });
    expect(await readFile(join(opened.folder, 'admin-token'), 'utf8')).toBe(`${first.token}\n`);
    expect(await opened.isKnown(first.token as string)).toBe(true);
    expect(await start(opened)).toEqual({ token: first.token, isNew: false, isReplaced: false });
  });

  it('is told to have been replaced where another one has ended, and not where there was none', async () => {
    const opened = await open();
    expect(await start(opened, false)).toEqual({ token: undefined, isNew: true, isReplaced: false });
    const first = await start(opened);
    expect(first).toMatchObject({ isNew: true, isReplaced: false });
    await rm(join(opened.folder, 'admin-token'));
    const second = await start(opened);
    expect(second).toMatchObject({ isNew: false, isReplaced: true });
    expect(await opened.isKnown(first.token as string)).toBe(false);
    expect(await opened.isKnown(second.token as string)).toBe(true);
  });

  it('that the settings name takes the place of another one without a word, since it was meant to', async () => {
    const opened = await open();
    await startWith(opened, given('first'));
    expect(await startWith(opened, given('second'))).toEqual({
      token: given('second'),
      isNew: false,
      isReplaced: false,
    });
    expect(await opened.isKnown(given('first'))).toBe(false);
  });

  it('stays where a server beside others is given another one, which is refused', async () => {
    const opened = await open();
    await startWith(opened, given('first'), ['beside:1']);
    await expect(startWith(opened, given('second'), ['beside:1'])).rejects.toThrow(BadSetting);
    expect(await opened.isKnown(given('first'))).toBe(true);
    expect(await opened.isKnown(given('second'))).toBe(false);
  });

  it('is one of two that start beside each other at the same moment, and the other is refused', async () => {
    const opened = await open();
    const tokens = ['one', 'other'].map(given);
    const outcomes = await Promise.allSettled(tokens.map((token) => startWith(opened, token, ['beside:1'])));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const [place, outcome] of outcomes.entries()) {
      expect(await opened.isKnown(tokens[place] as string)).toBe(outcome.status === 'fulfilled');
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(BadSetting);
    }
  });

  it('that is too short is refused, and the one before stays', async () => {
    const opened = await open();
    await startWith(opened, given('first'));
    await expect(startWith(opened, 'short')).rejects.toThrow(/32 bytes at least/);
    expect(await opened.isKnown(given('first'))).toBe(true);
  });
});
