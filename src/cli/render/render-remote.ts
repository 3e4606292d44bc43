import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../progress.ts';
import { type ServerClient, ServerRefused } from '../server-client.ts';
import { writing } from '../system-sentence.ts';
import { type FileNames, fileNames } from './file-names.ts';
import { isFrame, noSuchNode, type Picture, type PicturePlan } from './picture.ts';

/** A file of a server, at one of its versions or as it is now. */
export interface ServerFile {
  readonly key: string;
  readonly version: string | undefined;
}

interface NamedNode {
  readonly id: string;
  readonly name: string;
  /** Of one that the file lacks: why it has no picture. */
  readonly reason?: string;
}

/** So many ids go into one request, so that progress shows. */
const idsAtOnce = 40;

/** Has a running server render nodes of a file, and downloads the pictures. @throws CommandFailed */
export async function renderRemote(
  server: ServerClient,
  file: ServerFile,
  plan: PicturePlan,
  io: CommandIo,
  signal: AbortSignal,
): Promise<Picture[]> {
  const nodes = await findNodes(server, file, plan.nodeIds, signal);
  const names = fileNames();
  const progress = startProgress(io, 'Rendering', nodes.length * plan.scales.length, 'pictures');
  const pictures: Picture[] = [];
  try {
    for (const { scale, group } of groupsOf(nodes, plan.scales)) {
      const addresses = await askForImages(server, file, plan.format, scale, group, signal);
      for (const node of group) {
        const picture = { ...node, scale };
        const address = addresses[node.id];
        pictures.push(
          typeof address === 'string'
            ? await download(server, picture, address, plan, names, signal)
            : { ...picture, reason: node.reason ?? (await reasonOf(server, file, node.id, signal)) },
        );
        progress.advance(1);
      }
    }
    return pictures;
  } finally {
    progress.end();
  }
}

function groupsOf(nodes: readonly NamedNode[], scales: readonly number[]) {
  const count = Math.ceil(nodes.length / idsAtOnce);
  const groups = Array.from({ length: count }, (_, place) =>
    nodes.slice(place * idsAtOnce, (place + 1) * idsAtOnce),
  );
  return scales.flatMap((scale) => groups.map((group) => ({ scale, group })));
}

/** The nodes with their names; one that the file lacks is named by its id. */
async function findNodes(
  server: ServerClient,
  file: ServerFile,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<NamedNode[]> {
  if (ids.length === 0) return topFrames(server, file, signal);
  const { nodes } = await server.ask('GET /v1/files/{file_key}/nodes', {
    path: { file_key: file.key },
    query: { ids: ids.join(','), depth: 1, version: file.version },
    signal,
  });
  return ids.map((id) => {
    const node = nodes[id];
    return node ? { id, name: node.document.name } : { id, name: id, reason: noSuchNode };
  });
}

async function topFrames(server: ServerClient, file: ServerFile, signal: AbortSignal): Promise<NamedNode[]> {
  const { document } = await server.ask('GET /v1/files/{file_key}', {
    path: { file_key: file.key },
    query: { depth: 2, version: file.version },
    signal,
  });
  return document.children.flatMap(({ children }) => children.filter(({ type }) => isFrame(type)));
}

async function askForImages(
  server: ServerClient,
  file: ServerFile,
  format: PicturePlan['format'],
  scale: number,
  nodes: readonly NamedNode[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string | null>>> {
  const ids = nodes.map(({ id }) => id).join(',');
  const { images } = await server.ask('GET /v1/images/{file_key}', {
    path: { file_key: file.key },
    query: { ids, format, scale, version: file.version },
    signal,
  });
  return images;
}

/** Not every token may read it. */
async function reasonOf(
  server: ServerClient,
  { key }: ServerFile,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const told = server.ask('GET /workspace/v1/renders', { query: { file: key, id }, signal });
  const { renders } = await told.catch((error) => {
    if (error instanceof ServerRefused) return { renders: [] };
    throw error;
  });
  return renders[0]?.reason ?? 'the server made none';
}

async function download(
  server: ServerClient,
  node: NamedNode & { readonly scale: number },
  address: string,
  { folder, format }: PicturePlan,
  names: FileNames,
  signal: AbortSignal,
): Promise<Picture> {
  const bytes = await buffer(await server.download(address, signal));
  const path = join(folder, names.next(node.name, node.scale, format));
  await writing(path, () => writeFile(path, bytes));
  return { ...node, path };
}
