import type { CompiledContent } from '../../../content/compile-content.ts';
import { type StoredImage, storeImage } from '../../../content/image-bytes.ts';
import type { Context } from '../../../context.ts';
import type {
  WorkspaceFileEntry,
  WorkspaceFileImages,
  WorkspaceFileSource,
} from '../../../contract/contract.ts';
import { ApiError, badRequest } from '../../../errors.ts';
import type { PreparedFile } from './file-store.ts';

/**
 * Compiles the sources of a file entry and stores its images, before any transaction.
 * @throws ApiError 400 naming the file
 */
export async function prepareFile(context: Context, entry: WorkspaceFileEntry): Promise<PreparedFile> {
  const title = `The file "${entry.name}"`;
  const versions: PreparedFile['versions'][number][] = [];
  for (const { source, ...version } of entry.versions ?? []) {
    versions.push({ ...version, content: await compile(context, source, title) });
  }
  const branches: PreparedFile['branches'][number][] = [];
  for (const { key, name, source = entry.source, images } of entry.branches ?? []) {
    const branchTitle = `${title}, branch "${name}"`;
    if (source === undefined) throw badRequest(`${branchTitle} has no source, and the file has none either.`);
    const content = await compile(context, source, branchTitle);
    branches.push({ key, name, content, images: await storeImages(context, images, branchTitle) });
  }
  return {
    entry,
    versions,
    branches,
    images: await storeImages(context, entry.images, title),
    ...(entry.source === undefined ? {} : { content: await compile(context, entry.source, title) }),
  };
}

async function compile(
  context: Context,
  source: WorkspaceFileSource,
  title: string,
): Promise<CompiledContent> {
  try {
    return await context.compileContent({ bytes: sourceBytes(source, title) });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw badRequest(`${title}: ${error.message}`);
    throw error;
  }
}

function sourceBytes(source: WorkspaceFileSource, title: string): Uint8Array {
  if (typeof source === 'string') throw badRequest(pathSentence(title, source));
  if (typeof source.base64 === 'string' && Object.keys(source).length === 1) {
    return Buffer.from(source.base64, 'base64');
  }
  return Buffer.from(JSON.stringify(source));
}

async function storeImages(
  context: Context,
  images: WorkspaceFileImages | undefined,
  title: string,
): Promise<StoredImage[]> {
  if (images === undefined) return [];
  if (typeof images === 'string') throw badRequest(pathSentence(title, images));
  const stored: StoredImage[] = [];
  for (const [imageRef, base64] of Object.entries(images)) {
    stored.push(await storeImage(context.blobs, imageRef, Buffer.from(base64, 'base64')));
  }
  return stored;
}

const pathSentence = (title: string, path: string): string =>
  `${title} names the path "${path.slice(0, 200)}". A workspace file that is sent to the server holds its sources inline; the command "vitrine apply" reads paths and sends their bytes.`;
