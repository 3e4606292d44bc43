import { expect, it } from 'vitest';
import { isBehindPooler } from './postgres-session.ts';
import { untilDatabaseAnswers } from './until-database-answers.ts';

const url = 'postgres://127.0.0.1:1/none';

/** A database that refuses so often, with such a code, and then takes connections. */
function databaseAfter(refusals: number, code: string) {
  const told: string[] = [];
  let tries = 0;
  const ask = async () => {
    tries += 1;
    if (tries <= refusals) throw Object.assign(new Error(`not yet ${tries}`), { code });
    return 'there';
  };
  return { told, ask, tries: () => tries, onWait: (reason: string) => told.push(reason) };
}

it.each(['ECONNREFUSED', 'ENOTFOUND', '57P03'])(
  'a database that is not there yet (%s) is waited for, which is told once',
  async (code) => {
    const database = databaseAfter(2, code);
    expect(await untilDatabaseAnswers(database.ask, database)).toBe('there');
    expect(database.tries()).toBe(3);
    expect(database.told).toEqual(['not yet 1']);
  },
);

it('a database that refuses a password is not asked again', async () => {
  const database = databaseAfter(5, '28P01');
  await expect(untilDatabaseAnswers(database.ask, database)).rejects.toThrow('not yet 1');
  expect([database.tries(), database.told]).toEqual([1, []]);
});

it('a database that never comes is given up when patience ends', async () => {
  const database = databaseAfter(1000, 'ECONNREFUSED');
  await expect(untilDatabaseAnswers(database.ask, { ...database, patienceMs: 600 })).rejects.toThrow(
    'not yet 2',
  );
  expect(database.tries()).toBe(2);
});

it('a database at an address where nobody listens is waited for', async () => {
  const told: string[] = [];
  const waiting = { onWait: (reason: string) => told.push(reason), patienceMs: 400 };
  await expect(untilDatabaseAnswers(() => isBehindPooler(url), waiting)).rejects.toThrow();
  expect(told).toEqual([expect.stringContaining('ECONNREFUSED')]);
});
