import type pg from 'pg';
import { expect, test } from 'vitest';
import { livingClients } from './living-clients.ts';

interface FakeClient {
  asked: number;
  isThrownAway: boolean;
}

/** Connections of which the first so many never answer, the next one given out first. */
function fakeClients(dead: number) {
  const clients: FakeClient[] = [];
  const free: pg.PoolClient[] = [];
  const make = (): pg.PoolClient => {
    const fake: FakeClient = { asked: 0, isThrownAway: false };
    const answers = clients.push(fake) > dead;
    const query = async () => {
      fake.asked += 1;
      if (!answers) throw new Error('Query read timeout');
    };
    const release = (destroy?: boolean) => {
      fake.isThrownAway = destroy === true;
    };
    return { query, release } as unknown as pg.PoolClient;
  };
  return {
    clients,
    connect: async () => free.pop() ?? make(),
    giveBack: (client: pg.PoolClient) => free.push(client),
  };
}

/** Borrows so many connections at the same time, gives all back and lets them lie. */
async function leaveIdle(count: number, dead: number) {
  const { clients, connect, giveBack } = fakeClients(dead);
  const living = livingClients(connect, { afterIdleMs: 0, withinMs: 10 });
  const borrowed = await Promise.all(Array.from({ length: count }, () => living.lend()));
  for (const client of borrowed) {
    living.rest(client);
    giveBack(client);
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
  return { clients, living };
}

test('Of idle connections that all are dead one is asked, and all are given up for a new one', async () => {
  const { clients, living } = await leaveIdle(4, 4);
  await living.lend();
  expect(clients.map(({ asked }) => asked)).toEqual([0, 0, 0, 1, 0]);
  expect(clients.map(({ isThrownAway }) => isThrownAway)).toEqual([true, true, true, true, false]);
});

test('An idle connection that answers is lent', async () => {
  const { clients, living } = await leaveIdle(2, 0);
  await living.lend();
  expect(clients).toEqual([
    { asked: 0, isThrownAway: false },
    { asked: 1, isThrownAway: false },
  ]);
});

test('A connection that was just given back is lent without a question', async () => {
  const { clients, connect, giveBack } = fakeClients(0);
  const living = livingClients(connect, { afterIdleMs: 60_000, withinMs: 10 });
  const client = await living.lend();
  living.rest(client);
  giveBack(client);
  expect(await living.lend()).toBe(client);
  expect(clients).toEqual([{ asked: 0, isThrownAway: false }]);
});
