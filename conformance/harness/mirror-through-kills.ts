import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { asAdministrator, madeByAdministrator } from './as-administrator.ts';
import { exampleFile, imageRef, pixelPng } from './example-file.ts';
import { type Server, startServer } from './server.ts';
import { openStandInUpstream, type StandInUpstream } from './stand-in-upstream.ts';

const meta = { file: { name: 'Example', version: '100', last_touched_at: '2026-01-01T00:00:00Z' } };
const person = { id: '77', handle: 'Ada', img_url: '' };
const comment = {
  id: '71',
  file_key: 'killed',
  parent_id: '',
  user: person,
  message: 'First',
  client_meta: null,
  created_at: '2026-01-01T00:00:00Z',
  resolved_at: null,
  order_id: '1',
  reactions: [],
};

/** What the upstream is asked for one file, in order, by the ends of the paths. */
export const steps = [
  '/meta',
  '/images',
  '/pixel.png',
  '/killed',
  '/variables/local',
  '/comments',
  '/versions',
  '/components',
  '/dev_resources',
];

const answers: Readonly<Record<string, (base: string) => unknown>> = {
  '/meta': () => meta,
  '/images': (base) => ({ meta: { images: { [imageRef]: `${base}/pixel.png` } } }),
  '/killed': () => ({ ...exampleFile, version: '100' }),
  '/comments': () => ({ comments: [comment] }),
};

const endOf = ({ url = '' }: IncomingMessage): string => {
  const [path = ''] = url.split('?');
  return steps.find((end) => path.endsWith(end)) ?? path;
};

function answer(base: string, request: IncomingMessage, response: ServerResponse): void {
  const end = endOf(request);
  if (end === '/pixel.png') response.writeHead(200, { 'content-type': 'image/png' }).end(pixelPng);
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answers[end]?.(base) ?? {}));
}

/** Kills the server whenever it asks for one of these, once for each, and holds what the mirror has in the end. */
export async function mirrorThroughKills(
  postgres: string | undefined,
  kills: readonly string[],
): Promise<void> {
  let server = await startServer({ postgres });
  const standIn = await openStandInUpstream(server.installation);
  const left = [...kills];
  // Asked by a server that may not be known to be ready yet: it is killed once it is.
  let isHanging = false;
  standIn.answer((request, response) => {
    const at = left.indexOf(endOf(request));
    if (at < 0) return answer(standIn.url, request, response);
    left.splice(at, 1);
    isHanging = true;
  });
  try {
    const id = await addMirror(server, standIn);
    for (let rounds = 0; rounds <= kills.length; rounds += 1) {
      await expect.poll(() => isHanging || isWhole(server, id)).toBe(true);
      if (!isHanging) break;
      await server.kill();
      isHanging = false;
      server = await startServer({ postgres, installation: server.installation });
    }
    expect(left).toEqual([]);
    await holdsAll(server, standIn, kills);
  } finally {
    await standIn.close();
    await server.stop();
    await server.installation.remove();
  }
}

async function addMirror(server: Server, { url, ca }: StandInUpstream): Promise<string> {
  const { json: organizations } = await asAdministrator(server, 'GET', '/workspace/v1/organizations');
  const organization = organizations.organizations?.[0]?.id;
  const upstream = await asAdministrator(server, 'POST', '/workspace/v1/upstreams', {
    name: 'Killed',
    organization,
    base_url: url,
    ca,
    token: 'a-token',
    share: 1,
  });
  const { json: team } = await asAdministrator(server, 'POST', '/workspace/v1/teams', {
    name: 'Team',
    organization,
  });
  const { json: project } = await asAdministrator(server, 'POST', '/workspace/v1/projects', {
    name: 'Project',
    team: team.id,
  });
  const made = await madeByAdministrator(server, '/workspace/v1/mirrors', {
    upstream: upstream.json.id,
    project: project.id,
    file_key: 'killed',
  });
  return made.id;
}

async function isWhole(server: Server, id: string): Promise<boolean> {
  const { json } = await asAdministrator(server, 'GET', `/workspace/v1/mirrors/${id}`).catch(() => ({
    json: {} as never,
  }));
  return json.state === 'current';
}

/** All is here, and what had come when the server was killed was not asked for again. */
async function holdsAll(server: Server, standIn: StandInUpstream, kills: readonly string[]): Promise<void> {
  const { json } = await asAdministrator(server, 'GET', '/v1/files/killed?geometry=paths');
  const namesOf = ({ document }: { document: { children: { name: string }[] } }) =>
    document.children.map(({ name }) => name);
  expect(namesOf(json)).toEqual(namesOf(exampleFile as never));
  const { json: fills } = await asAdministrator(server, 'GET', '/v1/files/killed/images');
  expect(Object.keys(fills.meta.images)).toEqual([imageRef]);
  const { json: told } = await asAdministrator(server, 'GET', '/v1/files/killed/comments');
  expect(told.comments.map(({ message }: { message: string }) => message)).toEqual(['First']);
  expect((await asAdministrator(server, 'GET', '/v1/files/killed/versions')).json.versions.length).toBe(1);
  const asked = standIn.asked.map(endOf);
  for (const end of ['/killed', '/pixel.png', '/comments', '/variables/local'])
    expect([end, asked.filter((one) => one === end).length]).toEqual([
      end,
      1 + kills.filter((one) => one === end).length,
    ]);
}
