import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * A server of the interface that is mirrored, and costs next to nothing beside the one that is measured: each project
 * holds as many files as it is told, each file is the same document, and nothing ever changes. Its first answer to each
 * token is a refusal that tells the widest limits. `/asked` tells how often what was asked. Arguments: document, files of a
 * project, projects of a team, certificate, key.
 */
const [path = '', fileCount = '', projectCount = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const document = readFileSync(path);
const changedAt = '2026-01-01T00:00:00Z';
const asked: Record<string, number> = {};

const range = <T>(count: string, one: (at: number) => T): T[] =>
  Array.from({ length: Number(count) }, (_, at) => one(at));

const answers: Readonly<Record<string, readonly [RegExp, (id: string) => unknown]>> = {
  team: [/^\/v1\/teams\/(\d+)\/projects$/, projectsOf],
  project: [/^\/v1\/projects\/(\d+)\/files$/, filesOf],
  metadata: [/\/meta$/, () => ({ file: { name: 'Mirrored', version: '1', last_touched_at: changedAt } })],
  document: [/^\/v1\/files\/\w+$/, () => document],
  rest: [/./, () => ({})],
};

function projectsOf(team: string) {
  return { name: 'Team', projects: range(projectCount, (at) => ({ id: `${team}${at}`, name: `${at}` })) };
}

function filesOf(project: string) {
  const file = (at: number) => ({ key: `p${project}f${at}`, name: `${at}`, last_modified: changedAt });
  return { name: 'Project', files: range(fileCount, file) };
}

function answerTo(url: string): unknown {
  const [path = ''] = url.split('?');
  if (path === '/asked') return asked;
  for (const [name, [pattern, answer]] of Object.entries(answers)) {
    const match = pattern.exec(path);
    if (match === null) continue;
    asked[name] = (asked[name] ?? 0) + 1;
    return answer(match[1] ?? '');
  }
  return {};
}

const refusal = {
  'retry-after': '1',
  'x-figma-plan-tier': 'enterprise',
  'x-figma-rate-limit-type': 'high',
  'content-type': 'application/json',
};
const told = new Set<unknown>();

const server = createServer(
  { cert: readFileSync(certPath), key: readFileSync(keyPath) },
  ({ url = '', headers }, response) => {
    const token = headers['x-figma-token'];
    if (token !== undefined && !told.has(token)) {
      told.add(token);
      return void response.writeHead(429, refusal).end('{}');
    }
    const answer = answerTo(url);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(answer instanceof Uint8Array ? answer : JSON.stringify(answer));
  },
);

server.listen(0, '127.0.0.1', () =>
  process.send?.(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
