import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { openGate } from './database-gate.ts';
import { as, createFile } from './delivery-record.ts';
import { expectError } from './error-checks.ts';
import { openReceiver } from './receiver.ts';
import { createInstallation, type Server, startServer } from './server.ts';

const writers = 3;

/** What the writers were answered. */
interface Answers {
  /** Versions of the changes that were acknowledged. */
  readonly changes: string[];
  refusals: number;
  isOver: boolean;
}

/**
 * Takes PostgreSQL away from a server while changes are made and told of, and gives it back. Meanwhile changes
 * are refused with 503; the same process goes on afterwards; every acknowledged change is delivered, once.
 */
export async function surviveDatabaseLoss({ postgres, goneMs }: { postgres: string; goneMs: number }) {
  const gate = await openGate(postgres);
  const installation = await createInstallation(gate.url);
  const receiver = await openReceiver();
  const server = await startServer({ installation });
  try {
    const file = await createFile(server);
    const made = await as(server, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    expect(made.status).toBe(200);
    const answers: Answers = { changes: [], refusals: 0, isOver: false };
    const work = Promise.all(Array.from({ length: writers }, () => change(server, file, answers)));
    await expect.poll(() => receiver.received.length).toBeGreaterThan(10);
    gate.shut();
    await wait(goneMs);
    const before = answers.changes.length;
    gate.open();
    await expect.poll(() => answers.changes.length).toBeGreaterThan(before + 10);
    answers.isOver = true;
    await work;
    expect(answers.refusals).toBeGreaterThan(0);
    expect((await as(server, 'POST', '/test/v1/clock', { advance: '4h' })).status).toBe(200);
    const told = receiver.received.map(({ json }) => json.version_id);
    expect(answers.changes.filter((id) => !told.includes(id))).toEqual([]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.length).toBe(new Set(ids).size);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    await receiver.close();
    gate.open();
    await installation.remove();
    await gate.close();
  }
}

async function change(server: Server, file: string, answers: Answers): Promise<void> {
  for (let number = 0; !answers.isOver; number += 1) {
    const path = `/workspace/v1/files/${file}/versions`;
    const answer = await as(server, 'POST', path, { label: `Change ${number}` });
    if (answer.status === 200) {
      answers.changes.push(answer.json.id);
      continue;
    }
    expectError(answer, 503, /database cannot be reached/);
    answers.refusals += 1;
    await wait(20);
  }
}
