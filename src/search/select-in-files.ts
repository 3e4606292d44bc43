import type { Caller } from '../access/caller.ts';
import { BlobDamaged } from '../blobs/object-store.ts';
import { selectInThread } from '../content/select-in-thread.ts';
import type { Context } from '../context.ts';
import type { FileKey, OrganizationId, VersionId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import type { VersionRow } from '../files/versions-store.ts';
import type { SelectedPage, Selecting } from '../select/select-page.ts';
import { SelectorRefused } from '../select/selector-refused.ts';

/** Where a page begins: at a node of a version of a file. */
export interface SelectPlace {
  readonly file: FileKey;
  readonly version: VersionId;
  readonly node: number;
}

/** A file whose nodes are selected. */
export interface SelectedFile {
  readonly version: VersionRow;
  /** Of the file. */
  readonly organizationId: OrganizationId;
  /** Where its design is damaged, others are answered without it. */
  readonly isOneOfMany?: boolean;
}

/** One after the other, the file of the place first. */
export type SelectedFiles = AsyncIterable<SelectedFile>;

interface Asked extends Pick<Selecting, 'selector' | 'properties' | 'mostNodes'> {
  readonly caller: Caller;
  readonly from: SelectPlace | undefined;
  readonly signal: AbortSignal;
}

/** A page ends behind the file that takes the work over this. */
const longestMs = 2_000;
/** The same of what it says. */
const longestPage = 4 * 1024 * 1024;

/**
 * Nodes of these files that a selector means, as JSON, and where the next page begins.
 * @throws ApiError 400
 */
export async function selectInFiles(
  context: Context,
  files: SelectedFiles,
  asked: Asked,
): Promise<{ readonly nodes: readonly string[]; readonly next: SelectPlace | undefined }> {
  const beganMs = performance.now();
  const nodes: string[] = [];
  let length = 0;
  for await (const file of files) {
    const { fileKey, id } = file.version;
    const isFull = nodes.length === asked.mostNodes || length > longestPage;
    const from = asked.from?.file === fileKey ? asked.from.node : 0;
    const here = { file: fileKey, version: id };
    if (isFull || performance.now() - beganMs > longestMs) return { nodes, next: { ...here, node: from } };
    const left = { ...asked, mostNodes: asked.mostNodes - nodes.length };
    const page = await selectInFile(context, file, { ...left, node: from }).catch((error) =>
      leaveOut(context, file, error),
    );
    for (const node of page.nodes) nodes.push(node);
    length += page.nodes.reduce((sum, text) => sum + text.length, 0);
    if (page.next !== undefined) return { nodes, next: { ...here, node: page.next } };
  }
  return { nodes, next: undefined };
}

function leaveOut({ log }: Context, { version, isOneOfMany }: SelectedFile, error: unknown): SelectedPage {
  if (!(error instanceof BlobDamaged && isOneOfMany)) throw error;
  const cause = { file: version.fileKey, version: version.id, error: error.message };
  log.error(cause, 'a selection leaves out a file whose design is damaged');
  return { nodes: [], next: undefined };
}

async function selectInFile(
  { snapshots }: Context,
  { version, organizationId }: SelectedFile,
  { caller, signal, node, selector, properties, mostNodes }: Asked & { readonly node: number },
): Promise<SelectedPage> {
  const document = await snapshots.open(version.snapshot);
  const selecting = { selector, properties, mostNodes, fileKey: version.fileKey, from: node };
  const party = { organization: organizationId, caller: caller.user.id };
  try {
    return await selectInThread(document, selecting, { party, signal });
  } catch (error) {
    // A damaged design may say that it needs any amount of time or memory.
    const isForWork = !(error instanceof SelectorRefused) || error.cause !== undefined;
    if (isForWork && !signal.aborted) await snapshots.prove(version.snapshot);
    throw error instanceof SelectorRefused ? badRequest(error.message) : error;
  }
}
