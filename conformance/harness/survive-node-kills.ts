import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { wideFile } from './example-file.ts';
import { createInstallation, type Server, startServer } from './server.ts';

/** Those who change the same file at once. */
const writers = 2;
/** So many that a change of all takes a while. */
const nodesAtOnce = 400;

interface Changed {
  readonly key: string;
  /** Number of each answered change by the version it made. */
  readonly answered: Map<string, number>;
  sent: number;
}

/**
 * Kills a server without warning while all nodes of a file are renamed by patches, again and again on the same
 * installation. After each start every answered version is there, each names all its nodes alike, and new patches
 * are taken.
 */
export async function surviveNodeKills(options: {
  postgres: string | undefined;
  rounds: number;
}): Promise<void> {
  const installation = await createInstallation(options.postgres);
  try {
    let server = await startServer({ installation });
    const file = await createFile(server);
    const ids = (await nodesOf(server, file.key)).map(({ id }) => id);
    expect(ids).toHaveLength(nodesAtOnce);
    for (let round = 0; round < options.rounds; round += 1) {
      const first = Promise.withResolvers<void>();
      const writing = Promise.all(
        Array.from({ length: writers }, () => patchUntilDead(server, file, ids, first.resolve)),
      );
      await Promise.race([first.promise, writing]);
      await wait((round * 379) % 400);
      await server.kill();
      await writing;
      server = await startServer({ installation });
      await checkVersions(server, file);
    }
    expect(file.answered.size).toBeGreaterThanOrEqual(options.rounds);
    expect(await server.stop()).toBe(0);
  } finally {
    await installation.remove();
  }
}

async function createFile(server: Server): Promise<Changed> {
  const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
  const body = { name: 'Renamed', project: projects[0].id };
  const { key } = (await as(server, 'POST', '/workspace/v1/files', body)).json;
  const { status } = await as(server, 'PUT', `/workspace/v1/files/${key}/content`, wideFile(nodesAtOnce, 20));
  expect(status).toBe(200);
  return { key, answered: new Map(), sent: 0 };
}

async function patchUntilDead(
  server: Server,
  file: Changed,
  ids: readonly string[],
  onAnswer: () => void,
): Promise<void> {
  for (;;) {
    const sent = file.sent;
    file.sent += 1;
    const operations = ids.map((id) => ({ op: 'set', id, properties: { name: `patch ${sent}` } }));
    const path = `/workspace/v1/files/${file.key}/nodes`;
    const answer = await as(server, 'PATCH', path, { operations }).catch(() => undefined);
    if (answer === undefined) return;
    expect([answer.status, answer.json.changed]).toEqual([200, nodesAtOnce]);
    file.answered.set(answer.json.version, sent);
    onAnswer();
  }
}

async function checkVersions(server: Server, { key, answered, sent }: Changed): Promise<void> {
  const { version: current } = (await as(server, 'GET', `/v1/files/${key}?depth=1`)).json;
  for (const version of new Set([...answered.keys(), current])) {
    const names = new Set((await nodesOf(server, key, version)).map(({ name }) => name));
    expect([version, names.size]).toEqual([version, 1]);
    const change = Number([...names][0]?.slice('patch '.length));
    expect(answered.get(version) ?? change).toBe(change);
    expect(change).toBeLessThan(sent);
  }
}

async function nodesOf(
  server: Server,
  key: string,
  version?: string,
): Promise<{ id: string; name: string }[]> {
  const query = version === undefined ? '' : `?version=${version}`;
  const { status, json } = await as(server, 'GET', `/v1/files/${key}${query}`);
  expect([version, status]).toEqual([version, 200]);
  return json.document.children[0].children;
}

const as = (server: Server, method: string, path: string, body?: object): Promise<Answer> =>
  server.call(method, path, { token: server.adminToken, body });
