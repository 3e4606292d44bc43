import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { wideFile } from './example-file.ts';
import { createInstallation, type Server, startServer } from './server.ts';

/** Pushes that run at the same time, each into a file of its own. */
const lanes = 3;
const pageSize = 50;

interface Lane {
  readonly key: string;
  /** Number of the push to the version it was answered with. */
  readonly answered: Map<number, string>;
  sent: number;
}

/**
 * Kills a server without warning while contents are pushed to it, again and again on the same installation.
 * After each start everything answered before is there, whole, and nothing that was not sent.
 */
export async function surviveKills(options: { postgres: string | undefined; rounds: number }): Promise<void> {
  const installation = await createInstallation(options.postgres);
  try {
    let server = await startServer({ installation });
    const files = await Promise.all(Array.from({ length: lanes }, (_, lane) => createLane(server, lane)));
    for (let round = 0; round < options.rounds; round += 1) {
      const first = Promise.withResolvers<void>();
      const pushing = Promise.all(files.map((lane) => pushUntilDead(server, lane, first.resolve)));
      await Promise.race([first.promise, pushing]);
      await wait((round * 379) % 700);
      await server.kill();
      await pushing;
      server = await startServer({ installation });
      for (const lane of files) await checkLane(server, lane);
    }
    const answered = files.reduce((sum, lane) => sum + lane.answered.size, 0);
    expect(answered).toBeGreaterThanOrEqual(options.rounds);
    expect(await server.stop()).toBe(0);
  } finally {
    await installation.remove();
  }
}

async function createLane(server: Server, lane: number): Promise<Lane> {
  const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
  const body = { name: `Lane ${lane}`, project: projects[0].id };
  const { key } = (await as(server, 'POST', '/workspace/v1/files', body)).json;
  return { key, answered: new Map(), sent: 0 };
}

/** The content of push `n` names it; every third is large enough to be compiled in a thread of its own. */
function contentOf(push: number): object {
  const file = wideFile(push % 3 === 2 ? 4000 : 20, 150) as { document: { name: string } };
  file.document.name = `push ${push}`;
  return file;
}

async function pushUntilDead(server: Server, lane: Lane, onAnswer: () => void): Promise<void> {
  for (;;) {
    const push = lane.sent;
    lane.sent += 1;
    const path = `/workspace/v1/files/${lane.key}/content`;
    const answer = await as(server, 'PUT', path, contentOf(push)).catch(() => undefined);
    if (answer === undefined) return;
    expect(answer.status).toBe(200);
    lane.answered.set(push, answer.json.version);
    onAnswer();
  }
}

async function checkLane(server: Server, lane: Lane): Promise<void> {
  const versions = await versionsOf(server, lane.key);
  for (const [push, version] of lane.answered)
    expect([push, versions]).toEqual([push, expect.arrayContaining([version])]);
  const pushes = new Map([...lane.answered].map(([push, version]) => [version, push]));
  const seen = new Set<number>();
  for (const version of versions) {
    const { status, json } = await as(server, 'GET', `/v1/files/${lane.key}?version=${version}`);
    expect([version, status]).toEqual([version, 200]);
    const push = Number(json.document.name.slice('push '.length));
    expect(pushes.get(version) ?? push).toBe(push);
    expect(push).toBeLessThan(lane.sent);
    expect(seen.has(push)).toBe(false);
    seen.add(push);
    expect(json.document.children).toEqual((contentOf(push) as typeof json).document.children);
  }
}

async function versionsOf(server: Server, key: string): Promise<string[]> {
  const ids: string[] = [];
  let path: string | undefined = `/v1/files/${key}/versions?page_size=${pageSize}`;
  while (path !== undefined) {
    const page: Answer = await as(server, 'GET', path);
    ids.push(...page.json.versions.map(({ id }: { id: string }) => id));
    const next: string | undefined = page.json.pagination.next_page;
    path = next?.slice(new URL(next).origin.length);
  }
  return ids;
}

const as = (server: Server, method: string, path: string, body?: object): Promise<Answer> =>
  server.call(method, path, { token: server.adminToken, body });
