import type { Readable } from 'node:stream';
import { runYielding } from '../content/yielding.ts';
import { joinedInSteps } from '../document/joined-in-steps.ts';
import { JsonRefused, jsonInSteps } from '../document/json-in-steps.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** The pieces of an answer as they come, behind what there is of it. @throws UpstreamFailed where they are more */
export async function* boundedPieces(
  body: Readable,
  mostBytes: number,
  beforeBytes = 0,
): AsyncGenerator<Buffer> {
  let sizeBytes = beforeBytes;
  for await (const piece of body as AsyncIterable<Buffer>) {
    sizeBytes += piece.length;
    if (sizeBytes > mostBytes) {
      const most = mostBytes.toLocaleString('en');
      throw new UpstreamFailed('too large', `The upstream's answer is larger than ${most} bytes.`);
    }
    yield piece;
  }
}

/** All of an answer. @throws UpstreamFailed where it is larger */
export async function gathered(body: Readable, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of boundedPieces(body, mostBytes)) pieces.push(piece);
  return joined(pieces);
}

export const joined = (pieces: readonly Buffer[]): Promise<Buffer> => runYielding(joinedInSteps(pieces));

/** @throws UpstreamFailed for what is no JSON */
export async function parsed(text: Buffer): Promise<unknown> {
  try {
    return await runYielding(jsonInSteps(text));
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw new UpstreamFailed('unfit', `The upstream answered with ${error.message}.`);
  }
}
