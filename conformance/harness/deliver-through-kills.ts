import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  as,
  checkAllTold,
  checkOutcomes,
  createFile,
  type DeliveryRecord,
  mostInFlight,
  recordOf,
  repeatsOf,
  type Seen,
  subscribe,
} from './delivery-record.ts';
import { openReceiver } from './receiver.ts';
import { createInstallation, type Server, startServer } from './server.ts';

const writers = 3;

/**
 * Kills a server without warning while it tells webhooks of changes, again and again on the same installation.
 * In the end every acknowledged change was delivered, what failed was tried as often as planned, and only what
 * was under way at a kill came again, with the same id and bytes. Answers how many changes there were.
 */
export async function deliverThroughKills(options: {
  postgres: string | undefined;
  rounds: number;
}): Promise<number> {
  const installation = await createInstallation(options.postgres);
  const receiver = await openReceiver();
  let life = 0;
  const record = recordOf(receiver, () => life);
  try {
    let server = await startServer({ installation });
    const file = await createFile(server);
    const webhooks = await subscribe(server, file, receiver.url);
    const changes: string[] = [];
    while (life < options.rounds) {
      const work = Promise.all(Array.from({ length: writers }, () => changeUntilDead(server, file, changes)));
      const before = changes.length;
      await wait(150 + ((life * 379) % 500));
      // On a busy machine the first changes of a life take longer than that.
      await expect.poll(() => changes.length - before).toBeGreaterThan(1);
      await server.kill();
      await work;
      life += 1;
      server = await startServer({ installation });
    }
    const body = { advance: '4h' };
    expect((await as(server, 'POST', '/test/v1/clock', body)).status).toBe(200);
    expect(changes.length).toBeGreaterThan(options.rounds);
    checkAllTold(record, changes);
    checkLives(record, life);
    await checkOutcomes(server, webhooks, record, life);
    expect(await server.stop()).toBe(0);
    return changes.length;
  } finally {
    await receiver.close();
    await installation.remove();
  }
}

async function changeUntilDead(server: Server, file: string, changes: string[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const path = `/workspace/v1/files/${file}/versions`;
    const answer = await as(server, 'POST', path, { label: `Change ${number}` }).catch(() => undefined);
    if (answer === undefined) return;
    expect(answer.status).toBe(200);
    changes.push(answer.json.id);
  }
}

/** What came again came in another life. */
function checkLives({ seen }: DeliveryRecord, lastLife: number): void {
  for (const [path, requests] of Object.entries(seen)) {
    const again = repeatsOf(requests);
    const whileKilled = again.map((all) => all.filter(({ life }) => life < lastLife));
    for (const all of whileKilled) expect(new Set(all.map(({ life }) => life)).size).toBe(all.length);
    if (path !== '/failing') checkRepeats(path, again);
  }
}

/** What came again was under way at the kill that ended the life of the time before. */
function checkRepeats(path: string, again: readonly (readonly Seen[])[]): void {
  const lost = again.flatMap((all) => all.slice(0, -1).map(({ life }) => life));
  for (const [life, repeats] of Map.groupBy(lost, (life) => life))
    expect([path, life, repeats.length <= mostInFlight]).toEqual([path, life, true]);
}
