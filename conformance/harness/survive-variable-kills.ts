import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { createInstallation, type Server, startServer } from './server.ts';
import { create, value, variable } from './variables-file.ts';

const writers = 4;
/** So many that writing takes a while. */
const variablesAtOnce = 300;

/**
 * Kills a server without warning while variables are changed, again and again on the same installation. After
 * each start every answered change is there, each change is whole or not there, and new ones are taken.
 */
export async function surviveVariableKills(options: {
  postgres: string | undefined;
  rounds: number;
}): Promise<void> {
  const installation = await createInstallation(options.postgres);
  try {
    let server = await startServer({ installation });
    const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
    const body = { name: 'Variables', project: projects[0].id };
    const { key } = (await as(server, 'POST', '/workspace/v1/files', body)).json;
    const answered = new Set<string>();
    for (let round = 0; round < options.rounds; round += 1) {
      const names = Array.from({ length: writers }, (_, writer) => `${round}-${writer}`);
      const first = Promise.withResolvers<void>();
      const onAnswer = (name: string): void => {
        answered.add(name);
        first.resolve();
      };
      const writing = Promise.all(names.map((name) => writeUntilDead(server, key, name, onAnswer)));
      await Promise.race([first.promise, writing]);
      await wait((round * 379) % 400);
      await server.kill();
      await writing;
      server = await startServer({ installation });
      await checkAll(server, key, answered);
    }
    expect(answered.size).toBeGreaterThanOrEqual(options.rounds);
    expect(await server.stop()).toBe(0);
  } finally {
    await installation.remove();
  }
}

/** A collection whose name, modes and values all tell which change made it. */
function changeNamed(name: string): object {
  const ids = Array.from({ length: variablesAtOnce }, (_, index) => `v${index}`);
  return {
    variableCollections: [create(name, { initialModeId: 'mode' })],
    variableModes: [create('second', { variableCollectionId: name })],
    variables: ids.map((id) => variable(id, 'STRING', name)),
    variableModeValues: ids.flatMap((id) => [value(id, 'mode', name), value(id, 'second', name)]),
  };
}

async function writeUntilDead(
  server: Server,
  key: string,
  lane: string,
  onAnswer: (name: string) => void,
): Promise<void> {
  for (let count = 0; ; count += 1) {
    const name = `${lane}-${count}`;
    const path = `/v1/files/${key}/variables`;
    const answer = await as(server, 'POST', path, changeNamed(name)).catch(() => undefined);
    if (answer === undefined) return;
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    onAnswer(name);
  }
}

interface Meta {
  readonly variables: Record<string, { valuesByMode: Record<string, string> }>;
  readonly variableCollections: Record<string, { name: string; modes: object[]; variableIds: string[] }>;
}

async function checkAll(server: Server, key: string, answered: ReadonlySet<string>): Promise<void> {
  const { meta } = (await as(server, 'GET', `/v1/files/${key}/variables/local`)).json as { meta: Meta };
  const found = Object.values(meta.variableCollections);
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...answered]));
  for (const { name, modes, variableIds } of found) {
    expect([name, modes.length, variableIds.length]).toEqual([name, 2, variablesAtOnce]);
    const values = variableIds.flatMap((id) => Object.values(meta.variables[id]?.valuesByMode ?? {}));
    expect([...new Set(values)]).toEqual([name]);
    expect(values.length).toBe(2 * variablesAtOnce);
  }
  expect(Object.keys(meta.variables).length).toBe(found.length * variablesAtOnce);
}

const as = (server: Server, method: string, path: string, body?: object): Promise<Answer> =>
  server.call(method, path, { token: server.adminToken, body });
