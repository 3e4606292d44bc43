import type { CompiledContent, Source } from '../content/compile-content.ts';
import { type PreparedDesign, prepareDesign } from '../content/prepare-design.ts';
import type { Context } from '../context.ts';
import type { VersionId } from '../contract/branded-ids.ts';
import type { Party } from '../processes/turns.ts';
import { readInPieces } from './read-in-pieces.ts';
import { type FileMetadata, isSameState, readMetadata } from './read-metadata.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import { type UpstreamLine, usualPatienceMs } from './upstream-line.ts';

/** A whole document that was read, and of which state. */
export interface ReadDesign {
  readonly state: FileMetadata;
  readonly design: PreparedDesign & { readonly content: CompiledContent };
  /** Set where the file changed while it was read, as often as it was tried. */
  readonly remark: string | undefined;
}

/** Without geometry icons cannot be drawn. */
const wholeQuery = 'geometry=paths&plugin_data=shared&branch_data=true';
const tries = 3;

/**
 * Reads a whole document, in pieces where it is too large for one answer, and again where it changed meanwhile.
 * @throws UpstreamFailed, ApiError 400, 413 for what is no design
 */
export async function readDesign(
  context: Context,
  line: UpstreamLine,
  key: string,
  before: FileMetadata,
  party: Party,
): Promise<ReadDesign> {
  let state = before;
  for (let count = 1; ; count += 1) {
    const design = await readOnce(context, line, key, party);
    // What was read is not thrown away for a call that has to wait for its turn.
    const after = await readMetadata(line, key, usualPatienceMs);
    if (isSameState(state, after)) return { state, design, remark: undefined };
    if (count === tries)
      return { state: after, design, remark: `The file changed while it was read, ${tries} times.` };
    state = after;
  }
}

/**
 * Reads a whole document as it is now, or one of its versions, in pieces where it is too large for one answer.
 * @throws UpstreamFailed, ApiError 400, 413 for what is no design
 */
export async function readOnce(
  context: Context,
  line: UpstreamLine,
  key: string,
  party: Party,
  version?: VersionId,
): Promise<ReadDesign['design']> {
  const path = `/v1/files/${encodeURIComponent(key)}`;
  const ofVersion = version === undefined ? '' : `&version=${version}`;
  try {
    return await line.read(`${path}?${wholeQuery}${ofVersion}`, 'tier1', (stream) =>
      prepared(context, { stream }, party),
    );
  } catch (error) {
    const mostBytes = context.config.importMaxBytes;
    const isBroken = error instanceof UpstreamFailed && ['too large', 'unavailable'].includes(error.kind);
    if (!isBroken) throw error;
    const bytes = await readInPieces(line, path, { version, mostBytes }).catch((again) => {
      // What was broken from the start is told as it was at the start.
      throw again instanceof UpstreamFailed && again.kind === 'unavailable' ? error : again;
    });
    return prepared(context, { bytes }, party);
  }
}

async function prepared(context: Context, source: Source, party: Party): Promise<ReadDesign['design']> {
  const { content, ...design } = await prepareDesign(
    context,
    { source: { ...source, hasTime: true } },
    party,
  );
  if (content === undefined) throw new Error('A source was compiled to nothing.');
  return { ...design, content };
}
