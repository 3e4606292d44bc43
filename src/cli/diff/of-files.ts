import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changePage, withVariables } from '../../compare/change-page.ts';
import { framePage } from '../../compare/frame-page.ts';
import { runYielding } from '../../content/yielding.ts';
import { exactNodeId } from '../../contract/branded-ids.ts';
import { imageOptions } from '../../images/image-options.ts';
import { megapixelsOf } from '../../images/node-size.ts';
import type { RenderPool } from '../../images/render-pool.ts';
import type { NodePlace } from '../../images/render-task.ts';
import { type PixelCounts, pixelCounts } from '../../render/pixel-counts.ts';
import type { ComparedKind } from '../../render/render-compared.ts';
import { CommandFailed } from '../command.ts';
import type { Change, Comparison, CountedFrame, Frame } from './comparison.ts';
import type { OpenedDesign, OpenedDesigns } from './opened-designs.ts';

/** Compares two designs here. */
export function comparisonOfFiles(
  designs: OpenedDesigns,
  pool: RenderPool,
  { scale, signal }: { readonly scale: number; readonly signal: AbortSignal },
): Comparison {
  const versions = { before: designs.before.snapshot, after: designs.after.snapshot };
  const [old, now] = [designs.before.variables, designs.after.variables];
  const variables = old && now && { before: old, after: now };
  const picture = (frame: Frame, kind: ComparedKind) => drawn({ designs, pool, scale, signal }, frame, kind);
  return {
    changes: async function* () {
      for (let [skipped, hasMore] = [0, true]; hasMore; ) {
        const bounds = { skipped, mostChanges: 10_000 };
        const documents = await runYielding(changePage(versions, bounds));
        const { head, text } = await runYielding(withVariables(documents, bounds, variables));
        signal.throwIfAborted();
        yield { summary: head.counts, changes: JSON.parse(`[${text}]`) as Change[] };
        skipped += head.shown;
        hasMore = head.hasMore;
      }
    },
    frames: async function* () {
      const all = { skipped: 0, mostFrames: Number.POSITIVE_INFINITY };
      const { frames } = await runYielding(framePage(versions, all));
      for (const frame of frames)
        yield { ...frame, pixels: countsOf(await picture(frame, 'difference')) } satisfies CountedFrame;
    },
    picture: async (frame, kind) => {
      const isThere = kind === 'difference' || versions[kind].find(exactNodeId(frame.id)) !== undefined;
      return isThere ? picture(frame, kind) : undefined;
    },
  };
}

const countsOf = (difference: Buffer | undefined): PixelCounts | null =>
  difference === undefined ? null : pixelCounts(difference);

interface Drawing {
  readonly designs: OpenedDesigns;
  readonly pool: RenderPool;
  readonly scale: number;
  readonly signal: AbortSignal;
}

/** Undefined where there is nothing to see. @throws CommandFailed */
async function drawn(
  { designs, pool, scale, signal }: Drawing,
  { id, name }: Frame,
  kind: ComparedKind,
): Promise<Buffer | undefined> {
  const options = imageOptions({ format: 'png', scale });
  const placeIn = ({ snapshot, path }: OpenedDesign): (NodePlace & { megapixels: number }) | undefined => {
    const nodeIndex = snapshot.find(exactNodeId(id));
    if (nodeIndex === undefined) return undefined;
    return { nodeIndex, snapshotPath: path, megapixels: megapixelsOf(snapshot, nodeIndex, options) };
  };
  const [before, after] = [placeIn(designs.before), placeIn(designs.after)];
  const megapixels = (before?.megapixels ?? 0) + (after?.megapixels ?? 0);
  const path = join(designs.folder, 'picture.png');
  const task = { nodeIndex: 0, options, path, megapixels, compared: { kind, before, after } };
  const source = { snapshotPath: designs.after.path, fonts: designs.fonts, imagePath: designs.imagePath };
  const party = { organization: '', caller: '' };
  const [outcome] = await pool.render({ ...source, party, tasks: [task], signal });
  signal.throwIfAborted();
  if (outcome === undefined || !('reason' in outcome)) return readFile(path);
  if (outcome.reason !== 'failed' && outcome.reason !== 'timed out') return undefined;
  throw new CommandFailed(`"${name}" (${id}) could not be drawn: ${outcome.reason}.`);
}
