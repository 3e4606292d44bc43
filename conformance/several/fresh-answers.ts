import { expect } from 'vitest';
import { cast, fileOf, people } from '../harness/cast.ts';
import { as } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import type { Server } from '../harness/server.ts';
import { theme, update, value } from '../harness/variables-file.ts';
import type { Several } from './servers.ts';

/** An answer beside the one that should have come. */
interface Fresh {
  readonly asked: string;
  readonly answered: unknown;
  readonly expected: unknown;
}

/** One process makes a change, another one is asked at once. */
interface Round {
  readonly writer: Caller;
  readonly reader: Caller;
  readonly number: number;
}

type Caller = Pick<Server, 'call' | 'adminToken'>;

/** Ids of a variable and of a mode of it. */
interface Variable {
  readonly size: string;
  readonly light: string;
}

const tokenOf = (person: string): string => `the-token-of-${person}-in-several-processes`;

async function made(server: Caller, line: string, body?: object) {
  const [method = '', path = ''] = line.split(' ');
  const answer = await as(server, method, path, body);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json;
}

async function opens(reader: Caller, [file, token]: readonly [string, string], expected: number) {
  const { status } = await reader.call('GET', `/v1/files/${file}?depth=1`, { token });
  return { asked: `${file} by ${token}`, answered: status, expected };
}

async function push({ writer, reader, number }: Round): Promise<Fresh[]> {
  const expected = `Round ${number}`;
  await made(writer, 'PUT /workspace/v1/files/pushed/content', smallFile(expected));
  const { document } = await made(reader, 'GET /v1/files/pushed');
  return [{ asked: 'the newest version', answered: document.children[0].children[0].name, expected }];
}

async function changeVariable({ writer, reader, number }: Round, { size, light }: Variable) {
  const change = { variables: [update(size)], variableModeValues: [value(size, light, number)] };
  await made(writer, 'POST /v1/files/variables/variables', change);
  const { meta } = await made(reader, 'GET /v1/files/variables/variables/local');
  const answered = meta.variables[size].valuesByMode[light];
  return [{ asked: 'the value of a variable', answered, expected: number }];
}

async function giveAndTakeRole({ writer, reader }: Round): Promise<Fresh[]> {
  const member = `/workspace/v1/teams/100/members/${people.erin}`;
  const file = ['of-team', tokenOf('Erin')] as const;
  await made(writer, `PUT ${member}`, { role: 'viewer' });
  const given = await opens(reader, file, 200);
  await made(writer, `DELETE ${member}`);
  return [given, await opens(reader, file, 404)];
}

async function openAndCloseFile({ writer, reader }: Round): Promise<Fresh[]> {
  const file = ['linked', tokenOf('Dan')] as const;
  await made(writer, 'PATCH /workspace/v1/files/linked', { link_access: 'view' });
  const opened = await opens(reader, file, 200);
  await made(writer, 'PATCH /workspace/v1/files/linked', { link_access: 'inherit' });
  return [opened, await opens(reader, file, 404)];
}

async function makeAndRevokeToken({ writer, reader, number }: Round): Promise<Fresh[]> {
  const body = { name: `round ${number}`, scopes: ['file_content:read'], expires_in: 3600 };
  const { id, token } = await made(writer, 'POST /workspace/v1/me/tokens', body);
  const lives = await opens(reader, ['pushed', token], 200);
  await made(writer, `DELETE /workspace/v1/me/tokens/${id}`);
  return [lives, await opens(reader, ['pushed', token], 403)];
}

/** A team, somebody who comes and goes, and a file for each kind of change, so that none waits for another. */
async function preparePlace({ balanced }: Several): Promise<Variable> {
  const files = ['pushed', 'variables', 'of-team', 'linked'].map((key) => fileOf(key, smallFile('First')));
  const { users = [], ...rest } = cast({ files });
  const withTokens = (users as readonly { handle: string }[]).map((user) => ({
    ...user,
    tokens: [{ name: 'reads', token: tokenOf(user.handle), scopes: 'all' }],
  }));
  await made(balanced, 'POST /workspace/v1/apply', { ...rest, users: withTokens });
  return (await made(balanced, 'POST /v1/files/variables/variables', theme)).meta.tempIdToRealId;
}

/**
 * Changes of each kind go by turns from each process to each other one, all kinds beside one another.
 * @returns how many answers came, and those that told of what was before the change
 */
export async function askAfterChanges(several: Several, rounds: number) {
  const variable = await preparePlace(several);
  const { servers } = several;
  const changeVariableOf = (round: Round) => changeVariable(round, variable);
  const kinds = [push, changeVariableOf, giveAndTakeRole, openAndCloseFile, makeAndRevokeToken];
  const byKind = await Promise.all(
    kinds.map(async (change, place) => {
      const answers: Fresh[] = [];
      for (let number = 0; number < rounds; number += 1) {
        const writer = servers[(number + place) % servers.length] as Server;
        const others = servers.filter((server) => server !== writer);
        const reader = others[Math.floor(number / servers.length) % others.length] as Server;
        answers.push(...(await change({ writer, reader, number })));
      }
      return answers;
    }),
  );
  const answers = byKind.flat();
  return { answers: answers.length, stale: answers.filter((one) => one.answered !== one.expected) };
}
