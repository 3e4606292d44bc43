import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { cast, fileOf } from '../harness/cast.ts';
import type { Answer } from '../harness/client.ts';
import { as } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { openStandInUpstream } from '../harness/stand-in-upstream.ts';
import { theme, update, value } from '../harness/variables-file.ts';
import type { Several } from './servers.ts';

type Caller = Pick<Server, 'call' | 'adminToken'>;

/** The design of a file that is mirrored, by its key in the upstream. */
const mirroredKey = 'mirrored';

export interface Place {
  readonly several: Several;
  readonly receiver: Receiver;
  /** Ids of a variable and of a mode of it, in both files. */
  readonly variables: { readonly size: string; readonly light: string };
  readonly mirror: string;
  /** The upstream has another version of the mirrored design from now on. */
  toVersion(version: string): void;
}

export async function made(server: Caller, line: string, body?: object) {
  const [method = '', path = ''] = line.split(' ');
  const answer = await as(server, method, path, body);
  expect([line, answer.status, answer.text]).toEqual([line, 200, answer.text]);
  return answer.json;
}

/** Two files, one of which is written all the time, with variables, a webhook, and a mirror. */
export async function preparePlace(several: Several): Promise<Place> {
  const { balanced } = several;
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  const { projects } = await made(balanced, 'GET /workspace/v1/projects');
  const files = [fileOf('quiet', imagesFile('#336699')), fileOf('written', smallFile('First'))];
  await made(balanced, 'POST /workspace/v1/apply', cast({ files }));
  await made(balanced, 'POST /v1/files/written/variables', theme);
  const { meta } = await made(balanced, 'POST /v1/files/quiet/variables', theme);
  const { size, light } = meta.tempIdToRealId;
  await made(balanced, 'POST /v2/webhooks', {
    event_type: 'FILE_VERSION_UPDATE',
    context: 'file',
    context_id: 'written',
    endpoint: receiver.url,
    passcode: 'secret',
  });
  const { mirror, toVersion } = await mirrorOne(several, projects[0].id);
  return { several, receiver, variables: { size, light }, mirror, toVersion };
}

async function mirrorOne({ balanced, servers: [one] }: Several, project: string) {
  let version = '1';
  const standIn = await openStandInUpstream((one as Server).installation);
  onTestFinished(() => standIn.close());
  standIn.answer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const touched = { name: 'Theirs', version, last_touched_at: `2026-01-0${version}T00:00:00Z` };
    const body = path.includes('/meta')
      ? { file: touched }
      : new RegExp(`/files/${mirroredKey}(\\?|$)`).test(path)
        ? { name: 'Theirs', version, ...smallFile(`Theirs ${version}`) }
        : {};
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const upstream = await made(balanced, 'POST /workspace/v1/upstreams', {
    name: 'Original',
    base_url: standIn.url,
    ca: standIn.ca,
    token: 'a-token',
  });
  const body = { upstream: upstream.id, project, file_key: mirroredKey };
  const { id } = await made(balanced, 'POST /workspace/v1/mirrors', body);
  const toVersion = (next: string): void => {
    version = next;
  };
  return { mirror: id as string, toVersion };
}

/** Changes the value of the variable of a file. */
export const setSize = (server: Caller, file: string, { size, light }: Place['variables'], to: number) =>
  as(server, 'POST', `/v1/files/${file}/variables`, {
    variables: [update(size)],
    variableModeValues: [value(size, light, to)],
  });

/** What a server says of everything that others may have changed. */
export async function seenBy(server: Caller, { variables: { size, light }, mirror }: Place) {
  const frameOf = async (file: string): Promise<string> =>
    (await made(server, `GET /v1/files/${file}`)).document.children[0].children[0].name;
  const sizeOf = async (file: string) =>
    (await made(server, `GET /v1/files/${file}/variables/local`)).meta.variables[size].valuesByMode[light];
  const { images } = await made(server, `GET /v1/images/quiet?ids=${nodes.square}`);
  const { pathname, search } = new URL(images[nodes.square]);
  const comments = (await made(server, 'GET /v1/files/written/comments')).comments as { message: string }[];
  const files = (await made(server, 'GET /v1/projects/200/files')).files as { name: string }[];
  return {
    quiet: {
      version: (await made(server, 'GET /v1/files/quiet')).version,
      size: await sizeOf('quiet'),
      picture: (await server.call('GET', pathname + search)).bytes.toString('base64'),
    },
    written: {
      frame: await frameOf('written'),
      size: await sizeOf('written'),
      labels: await labelsOf(server),
      comments: comments.map(({ message }) => message).sort(),
      files: files.map(({ name }) => name).sort(),
    },
    mirror: await frameOf(mirroredKey),
    mirrorState: (await made(server, `GET /workspace/v1/mirrors/${mirror}`)).state,
  };
}

async function labelsOf(server: Caller): Promise<string[]> {
  const labels: string[] = [];
  for (let query = '?page_size=50'; query !== ''; ) {
    const { versions, pagination } = await made(server, `GET /v1/files/written/versions${query}`);
    labels.push(...versions.flatMap(({ label }: { label: string | null }) => label ?? []));
    query = pagination.next_page === undefined ? '' : new URL(pagination.next_page).search;
  }
  return labels;
}

/** Has a request to the webhook wait for its answer; ends it where it says so. */
export async function holdDelivery({ several, receiver }: Place) {
  const held: ServerResponse[] = [];
  receiver.answer((_one, response) => void held.push(response));
  const before = receiver.received.length;
  await made(several.balanced, 'POST /workspace/v1/files/written/versions', { label: 'Held' });
  await receiver.until(before + 1);
  const id = receiver.received[before]?.headers['webhook-id'] as string;
  return {
    id,
    end: async (): Promise<void> => {
      receiver.answer(200);
      for (const response of held) response.end();
      const state = 'select state from deliveries where id = $1';
      await expect.poll(() => several.query(state, [id])).toEqual([{ state: 'delivered' }]);
    },
  };
}

/** A change that somebody made, and when it was asked for and answered. */
export interface Change {
  readonly kind: 'push' | 'label' | 'size' | 'comment' | 'file';
  /** By what it is found again. */
  readonly mark: string;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly answer: Pick<Answer, 'status' | 'text'> & { readonly retryAfter: unknown };
}

/** So that the processes do something else besides. */
const pauseMs = 30;

/** Somebody who changes things by one server, one after the other of each kind, until they are told to end. */
export function writeUntilOver(server: Caller, { variables }: Place, first: number) {
  const changes: Change[] = [];
  let isOver = false;
  const ways: Record<Change['kind'], (mark: string) => Promise<Answer>> = {
    push: (mark) => as(server, 'PUT', '/workspace/v1/files/written/content', smallFile(mark)),
    label: (mark) =>
      as(server, 'POST', '/workspace/v1/files/written/versions', { label: mark, description: mark }),
    size: (mark) => setSize(server, 'written', variables, Number(mark)),
    comment: (mark) => as(server, 'POST', '/v1/files/written/comments', { message: mark }),
    file: (mark) => as(server, 'POST', '/workspace/v1/files', { name: mark, project: '200' }),
  };
  const writeOne = async (kind: Change['kind']): Promise<void> => {
    for (let number = first; !isOver; number += 1) {
      const [mark, beganAt] = [String(number), performance.now()];
      const { status, text, headers } = await ways[kind](mark);
      const answer = { status, text, retryAfter: headers['retry-after'] };
      changes.push({ kind, mark, beganAt, endedAt: performance.now(), answer });
      await wait(pauseMs);
    }
  };
  const written = Promise.all((Object.keys(ways) as Change['kind'][]).map(writeOne));
  return {
    changes,
    end: async (): Promise<readonly Change[]> => {
      isOver = true;
      await written;
      return changes;
    },
  };
}
