import type { CompiledContent, Source } from '../content/compile-content.ts';
import { prepareDesign } from '../content/prepare-design.ts';
import type { Context } from '../context.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type {
  WorkspaceFileDevStatus,
  WorkspaceFileEntry,
  WorkspaceFileImages,
  WorkspaceFileSource,
} from '../contract/contract.ts';
import type { SourceImage } from '../document/document-source.ts';
import { badRequest } from '../errors.ts';
import { markOf } from './apply-dev-status.ts';
import type { PreparedContents, PreparedFile } from './apply-file.ts';
import { readVariables } from './apply-variables.ts';
import { ofEntry } from './applying.ts';

/**
 * Compiles the sources of a file entry and stores its images, before any transaction. What it holds now has the
 * states of development that the workspace file names.
 *
 * @throws ApiError 400 naming the file
 */
export async function prepareFile(
  context: Context,
  entry: WorkspaceFileEntry,
  statuses: readonly WorkspaceFileDevStatus[] = [],
): Promise<PreparedFile> {
  const title = `The file "${entry.name}"`;
  const branches: PreparedFile['branches'][number][] = [];
  for (const branch of entry.branches ?? []) {
    const branchTitle = `${title}, branch "${branch.name}"`;
    const source = branch.source ?? (branch.versions === undefined ? entry.source : undefined);
    if (source === undefined && branch.versions === undefined) {
      throw badRequest(`${branchTitle} has no source, and the file has none either.`);
    }
    const { key, name } = branch;
    const own = { ...branch, source, mainKey: entry.key };
    const contents = await prepareContents(context, own, statuses, branchTitle);
    branches.push({ key, name, ...contents });
  }
  return { entry, branches, ...(await prepareContents(context, entry, statuses, title)) };
}

async function prepareContents(
  context: Context,
  entry: Pick<WorkspaceFileEntry, 'images' | 'versions' | 'variables' | 'comments'> & {
    key?: string | undefined;
    mainKey?: string | undefined;
    source?: WorkspaceFileSource | undefined;
  },
  statuses: readonly WorkspaceFileDevStatus[],
  title: string,
): Promise<PreparedContents> {
  const versions: PreparedContents['versions'][number][] = [];
  const named = entry.mainKey ?? entry.key;
  const fileKey = named === undefined ? undefined : fileKeyOf(named);
  for (const { source, ...version } of entry.versions ?? []) {
    const bytes = sourceBytes(source, title);
    versions.push({ ...version, content: await compile(context, { bytes, fileKey }, title) });
  }
  const own = statuses.filter(({ file }) => file === entry.key);
  const titles = { document: title, devStatuses: `A development status of the file ${entry.key ?? title}` };
  const { variables, ...design } = await prepareDesign(
    context,
    {
      ...(entry.source === undefined ? {} : { source: { bytes: sourceBytes(entry.source, title), fileKey } }),
      images: imagesOf(entry.images, title),
      variables: entry.variables === undefined ? undefined : sourceBytes(entry.variables, title),
      devStatuses: own.length === 0 ? undefined : own.map(markOf),
      comments: entry.comments,
    },
    installation,
    (step, work) => ofEntry(titles[step], work),
  );
  const images = [...versions.flatMap(({ content }) => content.images), ...design.images];
  return {
    versions,
    ...design,
    images,
    ...(variables === undefined ? {} : { variables: await readVariables(variables, title) }),
  };
}

/** What the whole installation is made of has its turn beside each organization. */
const installation = { organization: '', caller: '' };

function compile(context: Context, source: Source, title: string): Promise<CompiledContent> {
  return ofEntry(title, () => context.compileContent(source, installation));
}

function sourceBytes(source: WorkspaceFileSource, title: string): Uint8Array {
  if (typeof source === 'string') throw badRequest(pathSentence(title, source));
  if (typeof source.base64 === 'string' && Object.keys(source).length === 1) {
    return Buffer.from(source.base64, 'base64');
  }
  return Buffer.from(jsonText(source, title));
}

/** @throws ApiError 400 for a document too deep to be written again: as bytes it can be as deep as any. */
function jsonText(source: object, title: string): string {
  try {
    return JSON.stringify(source);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw badRequest(`${title} is nested too deeply to stand in place. Send it as { "base64": … }.`);
  }
}

/** The images that an entry holds; undefined where it says nothing of them. */
function imagesOf(images: WorkspaceFileImages | undefined, title: string): Iterable<SourceImage> | undefined {
  if (typeof images === 'string') throw badRequest(pathSentence(title, images));
  return images && decoded(images);
}

/** One after the other, so that no more than one is held beside what was sent. */
function* decoded(images: Exclude<WorkspaceFileImages, string>): Generator<SourceImage> {
  for (const [imageRef, base64] of Object.entries(images))
    yield { imageRef, bytes: Buffer.from(base64, 'base64') };
}

const pathSentence = (title: string, path: string): string =>
  `${title} names the path "${path.slice(0, 200)}". A workspace file that is sent to the server holds its sources inline; the command "npx vitrine apply" reads paths and sends their bytes.`;
