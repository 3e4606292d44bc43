import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What docs/mirrors.md names as other at a mirror: `getFile versions[*].user` of each operation. */
export function placesOfOthers(): ReadonlyMap<string, readonly string[]> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/mirrors.md'), 'utf8');
  const [, section = ''] = page.split('## What is not equal');
  const named = [...section.matchAll(/`(\w+) (\S+)`/g)].map(([, operation = '', place = '']) => ({
    operation,
    place,
  }));
  const byOperation = Map.groupBy(named, ({ operation }) => operation);
  return new Map([...byOperation].map(([operation, all]) => [operation, all.map(({ place }) => place)]));
}

/** An answer without what is at these places; `*` stands for any entry of a list and any name. */
export function without(answer: unknown, places: readonly string[], at = ''): unknown {
  if (Array.isArray(answer)) return answer.map((one) => without(one, places, `${at}[*]`));
  if (typeof answer !== 'object' || answer === null) return answer;
  const kept = Object.entries(answer).flatMap(([name, value]) => {
    const here = at === '' ? name : `${at}.${name}`;
    const any = at === '' ? '*' : `${at}.*`;
    return places.includes(here) || places.includes(any) ? [] : [[name, without(value, places, here)]];
  });
  return Object.fromEntries(kept);
}

/** What is known of a file when it is asked about. */
export interface AskedFile {
  readonly key: string;
  readonly address: string;
  readonly version: string;
  readonly nodes: readonly string[];
  readonly comments: readonly string[];
  readonly devResources: readonly string[];
  /** Keys of what it has published. */
  readonly components: readonly string[];
  readonly sets: readonly string[];
  readonly styles: readonly string[];
}

const ofFile = ({ key }: AskedFile, rest: string, ...queries: string[]) =>
  ['', ...queries].map((query) => `/v1/files/${key}${rest}${query}`);

/** What is asked of both servers, by the operations of the interface that read what is in a file. */
export const questions: Readonly<Record<string, (file: AskedFile) => readonly string[]>> = {
  getFile: (file) =>
    ofFile(
      file,
      '',
      ...['?geometry=paths', '?depth=2', '?plugin_data=shared', '?branch_data=true'],
      ...[`?version=${file.version}`, `?ids=${file.nodes.join()}`],
    ),
  getFileNodes: (file) =>
    file.nodes.flatMap((id) =>
      ['', '&geometry=paths', '&depth=1', `&version=${file.version}`].map(
        (query) => `/v1/files/${file.key}/nodes?ids=${id}${query}`,
      ),
    ),
  getImages: ({ key, nodes, version }) =>
    ['', '&format=svg', '&scale=2', `&version=${version}`].map(
      (query) => `/v1/images/${key}?ids=${nodes.join()}${query}`,
    ),
  getImageFills: (file) => ofFile(file, '/images'),
  getFileMeta: (file) => ofFile(file, '/meta'),
  getFileVersions: (file) => ofFile(file, '/versions', '?page_size=1'),
  getComments: (file) => ofFile(file, '/comments', '?as_md=true'),
  getCommentReactions: (file) => file.comments.flatMap((id) => ofFile(file, `/comments/${id}/reactions`)),
  getFileComponents: (file) => ofFile(file, '/components'),
  getFileComponentSets: (file) => ofFile(file, '/component_sets'),
  getFileStyles: (file) => ofFile(file, '/styles'),
  getComponent: ({ components }) => components.map((key) => `/v1/components/${key}`),
  getComponentSet: ({ sets }) => sets.map((key) => `/v1/component_sets/${key}`),
  getStyle: ({ styles }) => styles.map((key) => `/v1/styles/${key}`),
  getLocalVariables: (file) => ofFile(file, '/variables/local'),
  getPublishedVariables: (file) => ofFile(file, '/variables/published'),
  getDevResources: (file) => ofFile(file, '/dev_resources', `?node_ids=${file.nodes.join()}`),
  getOEmbed: ({ address }) => [`/v1/oembed?url=${encodeURIComponent(address)}`],
};

type Way = readonly [method: string, path: string, body?: unknown];

/** A request of each operation that changes what is in a file. */
export const writes: Readonly<Record<string, (file: AskedFile) => Way>> = {
  postComment: ({ key }) => ['POST', `/v1/files/${key}/comments`, { message: 'No' }],
  deleteComment: ({ key, comments }) => ['DELETE', `/v1/files/${key}/comments/${comments[0]}`],
  postCommentReaction: ({ key, comments }) => [
    'POST',
    `/v1/files/${key}/comments/${comments[0]}/reactions`,
    { emoji: ':eyes:' },
  ],
  deleteCommentReaction: ({ key, comments }) => [
    'DELETE',
    `/v1/files/${key}/comments/${comments[0]}/reactions?emoji=:eyes:`,
  ],
  putCommentResolved: ({ key, comments }) => [
    'PUT',
    `/workspace/v1/files/${key}/comments/${comments[0]}/resolved`,
    { resolved: true },
  ],
  postVariables: ({ key }) => [
    'POST',
    `/v1/files/${key}/variables`,
    { variableCollections: [{ action: 'CREATE', name: 'No' }] },
  ],
  putFileVariables: ({ key }) => [
    'PUT',
    `/workspace/v1/files/${key}/variables`,
    { meta: { variables: {}, variableCollections: {} } },
  ],
  deleteFileVariable: ({ key }) => [
    'DELETE',
    `/workspace/v1/files/${key}/variables/${encodeURIComponent('VariableID:77:1')}`,
  ],
  putSubscription: ({ key }) => ['PUT', `/workspace/v1/files/${key}/subscriptions/${key}`, {}],
  deleteSubscription: ({ key }) => ['DELETE', `/workspace/v1/files/${key}/subscriptions/${key}`],
  postDevResources: ({ key, nodes: [node_id] }) => [
    'POST',
    '/v1/dev_resources',
    { dev_resources: [{ name: 'No', url: 'https://example.com/2', file_key: key, node_id }] },
  ],
  putDevResources: ({ devResources: [id] }) => [
    'PUT',
    '/v1/dev_resources',
    { dev_resources: [{ id, name: 'No' }] },
  ],
  deleteDevResource: ({ key, devResources: [id] }) => ['DELETE', `/v1/files/${key}/dev_resources/${id}`],
  putImageFill: ({ key }) => [
    'PUT',
    `/workspace/v1/files/${key}/image-fills/f00dcafe00000000000000000000000000000002`,
    Buffer.from('89504e470d0a1a0a', 'hex'),
  ],
  putDevStatus: ({ key, nodes }) => [
    'PUT',
    `/workspace/v1/files/${key}/nodes/${nodes[0]}/dev-status`,
    { status: 'READY_FOR_DEV' },
  ],
  patchNodes: ({ key, nodes }) => [
    'PATCH',
    `/workspace/v1/files/${key}/nodes`,
    { operations: [{ op: 'set', id: nodes[0], properties: { name: 'No' } }] },
  ],
  putFileContent: ({ key }) => ['PUT', `/workspace/v1/files/${key}/content`, { document: {} }],
  updateFile: ({ key }) => ['PATCH', `/workspace/v1/files/${key}`, { name: 'No' }],
  deleteFile: ({ key }) => ['DELETE', `/workspace/v1/files/${key}`],
  nameVersion: ({ key }) => ['POST', `/workspace/v1/files/${key}/versions`, { label: 'No' }],
  createBranch: ({ key }) => ['POST', `/workspace/v1/files/${key}/branches`, { name: 'No' }],
  publishLibrary: ({ key }) => ['POST', `/workspace/v1/files/${key}/publish`, {}],
};

/** Operations with a file in their path that change nothing of what it holds, or that other checks try. */
export const changesElsewhere: readonly string[] = ['previewVariables', 'detachFile', 'mergeBranch'];

/** Operations that answer 200 and say of each thing by itself why it was refused. */
export const answersEach: readonly string[] = ['postDevResources', 'putDevResources'];
