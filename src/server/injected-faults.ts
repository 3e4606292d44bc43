import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { OperationId } from '../contract/contract.ts';
import { ApiError } from '../errors.ts';
import { takeFault } from '../test-mode.ts';
import { simulatedHeaders } from './limit-rate.ts';
import type { CountedCall } from './plan-of-request.ts';

/**
 * Does to this call what a test asked for: wait, fail, or break off in the middle of the answer.
 * @throws ApiError the status that was asked for; 429 with the headers of a real one
 */
export async function passFault(
  request: FastifyRequest,
  reply: FastifyReply,
  id: OperationId,
  context: Context,
): Promise<void> {
  const fault = context.testMode && takeFault(context.testMode, id);
  if (fault === undefined) return;
  if (fault.delayMs !== undefined) await wait(fault.delayMs);
  if (fault.status !== undefined) {
    const call = { id, caller: request.caller, params: request.params as CountedCall['params'] };
    const headers = fault.status === 429 ? await simulatedHeaders(call, context) : {};
    throw new ApiError(fault.status, `Fault: this call was told to answer ${fault.status}.`, { headers });
  }
  if (fault.failRender === true)
    throw new ApiError(500, 'Fault: this call was told to fail while rendering.');
  if (fault.cutBodyAt !== undefined) cutBodyAt(reply, fault.cutBodyAt);
}

/** Lets that many bytes of the body through, then ends the connection (or, over HTTP/2, the stream). */
function cutBodyAt(reply: FastifyReply, bytes: number): void {
  const { raw } = reply;
  const writeWhole = raw.write.bind(raw) as (chunk: Uint8Array, done?: () => void) => boolean;
  let left = bytes;
  const writeSome = (chunk: unknown, done?: unknown): boolean => {
    if (chunk === undefined || chunk === null || typeof chunk === 'function') return false;
    const part = Buffer.from(chunk as Uint8Array | string).subarray(0, left);
    left -= part.length;
    writeWhole(part, typeof done === 'function' ? () => done() : undefined);
    if (left <= 0) setImmediate(() => raw.destroy());
    return true;
  };
  raw.write = writeSome as typeof raw.write;
  raw.end = ((chunk?: unknown) => {
    writeSome(chunk);
    setImmediate(() => raw.destroy());
    return raw;
  }) as typeof raw.end;
}
