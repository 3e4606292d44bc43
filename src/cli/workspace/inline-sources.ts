import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { WorkspaceFile, WorkspaceFileImages, WorkspaceFileSource } from '../../contract/contract.ts';
import { readBoundedFile } from '../../database/small-file.ts';
import { CommandFailed } from '../command.ts';
import { scanDocument } from '../import/document-scan.ts';
import { imagesIn } from '../import/image-folder.ts';
import { type FieldPath, positionOf, type WorkspacePlaces } from './yaml-positions.ts';

/** Reads what stands at a path in the file; the field's place is for the sentence when it cannot be read. */
interface Reader {
  readonly source: (path: string, field: FieldPath) => Promise<Buffer>;
  readonly images: (
    path: string,
    references: ReadonlySet<string>,
    field: FieldPath,
  ) => Promise<Record<string, string>>;
}

/** An entry that can name designs: a file or a branch. */
interface Entry {
  readonly source?: WorkspaceFileSource;
  readonly images?: WorkspaceFileImages;
  readonly variables?: WorkspaceFileSource;
  readonly versions?: readonly { readonly source: WorkspaceFileSource }[];
  readonly branches?: readonly Entry[];
}

/**
 * Puts the bytes of everything that the files of a workspace name by a path in place of the path, in Base64, so
 * that they reach the server as they are.
 *
 * @throws CommandFailed naming file, line and field
 */
export async function inlineSources(
  workspace: WorkspaceFile,
  file: string,
  places: () => WorkspacePlaces,
): Promise<WorkspaceFile> {
  if (workspace.files === undefined) return workspace;
  const reader = readerFor(dirname(file), places);
  const files: object[] = [];
  for (const [index, entry] of workspace.files.entries()) {
    files.push(await inlineEntry(entry as Entry, ['files', index], reader));
  }
  return { ...workspace, files: files as NonNullable<WorkspaceFile['files']> };
}

async function inlineEntry(entry: Entry, at: FieldPath, reader: Reader): Promise<Entry> {
  const source = await inlineSource(entry.source, [...at, 'source'], reader);
  const variables = await inlineSource(entry.variables, [...at, 'variables'], reader);
  const versions: { source: WorkspaceFileSource }[] = [];
  for (const [index, version] of (entry.versions ?? []).entries()) {
    const inlined = await inlineSource(version.source, [...at, 'versions', index, 'source'], reader);
    versions.push({ ...version, source: inlined });
  }
  const branches: Entry[] = [];
  for (const [index, branch] of (entry.branches ?? []).entries()) {
    branches.push(await inlineEntry(branch, [...at, 'branches', index], reader));
  }
  const images = await inlineImages(
    entry.images,
    [source, ...versions.map((version) => version.source)],
    at,
    reader,
  );
  return {
    ...entry,
    ...(source === undefined ? {} : { source }),
    ...(variables === undefined ? {} : { variables }),
    ...(images === undefined ? {} : { images }),
    ...(entry.versions === undefined ? {} : { versions }),
    ...(entry.branches === undefined ? {} : { branches }),
  };
}

async function inlineSource<Source extends WorkspaceFileSource | undefined>(
  source: Source,
  field: FieldPath,
  reader: Reader,
): Promise<Exclude<Source, string> | { base64: string }> {
  if (typeof source !== 'string') return source as Exclude<Source, string>;
  return { base64: (await reader.source(source, field)).toString('base64') };
}

async function inlineImages(
  images: WorkspaceFileImages | undefined,
  sources: readonly (WorkspaceFileSource | undefined)[],
  at: FieldPath,
  reader: Reader,
): Promise<WorkspaceFileImages | undefined> {
  if (typeof images !== 'string') return images;
  const references = new Set<string>();
  for (const source of sources) {
    for (const reference of await referencesIn(source)) references.add(reference);
  }
  return reader.images(images, references, [...at, 'images']);
}

async function referencesIn(source: WorkspaceFileSource | undefined): Promise<ReadonlySet<string>> {
  if (source === undefined || typeof source === 'string') return new Set();
  const bytes =
    typeof source.base64 === 'string'
      ? Buffer.from(source.base64, 'base64')
      : Buffer.from(JSON.stringify(source));
  return (await scanDocument(only(bytes))).imageRefs;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What one text holds in Base64. */
const mostBytes = 400_000_000;

function readerFor(folder: string, places: () => WorkspacePlaces): Reader {
  const source = async (path: string, field: FieldPath): Promise<Buffer> => {
    const place = resolve(folder, path);
    try {
      const found = await stat(place);
      // Pipes wait for a writer, and devices have no end.
      if (!found.isFile() && !found.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTFILE' });
      if (found.size > mostBytes) throw Object.assign(new Error(), { code: 'EFBIG' });
      return await readBoundedFile(place, mostBytes);
    } catch (error) {
      throw new CommandFailed(`${positionOf(places(), field)} ${unreadable(path, field, error)}`);
    }
  };
  return {
    source,
    images: async (path, references, field) => {
      const files = await imagesIn(resolve(folder, path), references).catch((error) => {
        throw new CommandFailed(
          `${positionOf(places(), field)} ${unreadable(path, field, (error as Error).cause)}`,
        );
      });
      const images: Record<string, string> = {};
      for (const { imageRef, path: file } of files) {
        images[imageRef] = (await source(file, field)).toString('base64');
      }
      return images;
    },
  };
}

function unreadable(path: string, field: FieldPath, error: unknown): string {
  const name = field
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOENT') return `"${name}" names "${path}", which is not there.`;
  if (code === 'EISDIR') return `"${name}" names "${path}", which is a folder.`;
  if (code === 'ENOTDIR') return `"${name}" names "${path}", which is no folder.`;
  if (code === 'EFBIG')
    return `"${name}" names "${path}", which has more than ${mostBytes.toLocaleString('en')} bytes.`;
  if (code === 'ENOTFILE') return `"${name}" names "${path}", which is no file.`;
  return `"${name}" names "${path}", which cannot be read.`;
}
