import type { Context } from '../../context.ts';
import { fileKeyOf, type NodeId } from '../../contract/branded-ids.ts';
import type { Operations } from '../../contract/contract.ts';
import { nodeIdOf } from '../../contract/node-ids.ts';
import { findVersion } from '../../files/versions-store.ts';
import { findVisibleFile, type VisibleFile } from '../../files/visible-file-store.ts';
import { newestRenders, type RenderRow } from '../../images/render-store.ts';
import type { RenderOutcome } from '../../images/render-task.ts';
import { notDrawnRecord, reportRecord } from '../../images/report-record.ts';
import { isoTime } from '../../iso-time.ts';
import type { Handler } from '../../operation.ts';
import type { RenderOptions } from '../../render/render-options.ts';

type Render = Operations['listRenders']['answer']['renders'][number];

const mostListed = 100;

/** What became of the nodes that were rendered, also of those without an image. */
export const listRenders: Handler<'listRenders'> = async ({ caller, query }, context) => {
  const file = await findVisibleFile(context.database, caller, fileKeyOf(query.file));
  const id = query.id === undefined ? undefined : nodeIdOf(query.id);
  const rows = await newestRenders(context.database, file.key, id, mostListed);
  const renders = rows.map(renderOf);
  if (rows.length === 0 && id !== undefined && !(await hasNode(context, file, id))) {
    renders.push({ node_id: id, reason: 'missing' });
  }
  return { json: { renders } };
};

function renderOf(row: RenderRow): Render {
  const outcome = JSON.parse(row.outcome) as RenderOutcome;
  const head = {
    node_id: row.nodeId,
    rendered_at: isoTime(row.renderedAt),
    options: optionsRecord(JSON.parse(row.options) as RenderOptions),
  };
  if ('reason' in outcome)
    return {
      ...head,
      reason: outcome.reason,
      ...(outcome.notDrawn && { not_drawn: notDrawnRecord(outcome.notDrawn) }),
    };
  return {
    ...head,
    reason: null,
    width: outcome.width,
    height: outcome.height,
    size_bytes: outcome.sizeBytes,
    ...(outcome.scaledDown && { scaled_down: { ...outcome.scaledDown } }),
    ...reportRecord(outcome.report),
  };
}

/** By the names that Get images has for them. */
const optionsRecord = (options: RenderOptions) => ({
  format: options.format,
  scale: options.scale,
  contents_only: options.contentsOnly,
  use_absolute_bounds: options.useAbsoluteBounds,
  svg_outline_text: options.svgOutlineText,
  svg_include_id: options.svgIncludeId,
  svg_include_node_id: options.svgIncludeNodeId,
  svg_simplify_stroke: options.svgSimplifyStroke,
});

/** Ids that no node has are not remembered; they are looked up in the current content. */
async function hasNode(context: Context, file: VisibleFile, nodeId: NodeId): Promise<boolean> {
  const { snapshot: blob } = await findVersion(context.database, file, undefined);
  return context.snapshots.read(blob, async ({ snapshot }) => snapshot.find(nodeId) !== undefined);
}
