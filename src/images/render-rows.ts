import type { ImagesRequest, NodeImage } from './images-request.ts';
import type { RenderRow } from './render-store.ts';
import type { RenderOutcome } from './render-task.ts';

/** How long a node that took too long is not tried again. */
const patienceMs = 3_600_000;
/** Entries of each list of a report that are remembered. */
const mostReported = 100;

/** Makes the row of each image of a request. */
export function rowsOf(
  { source: { fileKey, snapshot }, options, expiresAt }: ImagesRequest,
  now: number,
): (image: NodeImage) => RenderRow {
  const alike = { fileKey, snapshot, options: JSON.stringify(options), renderedAt: now, expiresAt };
  return ({ name, nodeId, outcome }) => ({
    ...alike,
    id: name,
    nodeId,
    outcome: JSON.stringify(shortened(outcome)),
  });
}

/** The outcome that holds for another request too: what went wrong by accident is tried again. */
export function lastingOutcome(row: RenderRow, now: number): RenderOutcome | undefined {
  const outcome = JSON.parse(row.outcome) as RenderOutcome;
  if (!('reason' in outcome)) return outcome;
  if (outcome.reason === 'failed') return undefined;
  if (outcome.reason === 'timed out' && now - row.renderedAt > patienceMs) return undefined;
  return outcome;
}

/** Whether a row is kept as long as addresses that end then. */
export function lastsUntil(row: RenderRow, expiresAt: number | null): boolean {
  return row.expiresAt === null || (expiresAt !== null && row.expiresAt >= expiresAt);
}

function shortened(outcome: RenderOutcome): RenderOutcome {
  if ('reason' in outcome) {
    const notDrawn = outcome.notDrawn?.slice(0, mostReported);
    return { ...outcome, ...(notDrawn && { notDrawn }) };
  }
  const { substitutions, notDrawn } = outcome.report;
  const report = {
    substitutions: substitutions.slice(0, mostReported),
    notDrawn: notDrawn.slice(0, mostReported),
  };
  return { ...outcome, report };
}
