import { runYielding } from '../../content/yielding.ts';
import type { Context } from '../../context.ts';
import type { BodySteps } from '../../document/answer-bodies.ts';
import type { Body } from '../../document/selection.ts';
import { badRequest, sentences } from '../../errors.ts';

/**
 * Counts what an answer will show, with others' work in between; the counting ends where nobody waits any more.
 * @throws ApiError 400 as soon as there are more nodes than the installation, or the caller, allows
 * @see FILE-26, ruling H11
 */
export function countedBody(
  steps: BodySteps,
  signal: () => AbortSignal,
  { config }: Pick<Context, 'config'>,
  mostNodes = Number.POSITIVE_INFINITY,
): Promise<Body> {
  return runYielding(bounded(steps, signal, Math.min(mostNodes, config.maxResponseNodes ?? mostNodes)));
}

function* bounded(steps: BodySteps, signal: () => AbortSignal, mostNodes: number): Generator<void, Body> {
  for (;;) {
    const step = steps.next();
    const nodeCount = step.done ? step.value.nodeCount : step.value;
    if (nodeCount > mostNodes) throw badRequest(sentences.requestTooLarge);
    if (step.done) return step.value;
    yield;
    signal().throwIfAborted();
  }
}
