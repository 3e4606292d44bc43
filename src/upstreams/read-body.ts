import type { Readable } from 'node:stream';
import { runYielding } from '../content/yielding.ts';
import { joinedInSteps } from '../document/joined-in-steps.ts';
import { JsonRefused, jsonInSteps } from '../document/json-in-steps.ts';
import { UpstreamFailed } from './upstream-failed.ts';

/** All of an answer. @throws UpstreamFailed where it is larger */
export async function gathered(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) {
      body.destroy();
      const most = mostBytes.toLocaleString('en');
      throw new UpstreamFailed('too large', `The upstream's answer is larger than ${most} bytes.`);
    }
    chunks.push(chunk);
  }
  return runYielding(joinedInSteps(chunks));
}

/** @throws UpstreamFailed for what is no JSON */
export async function parsed(text: Buffer): Promise<unknown> {
  try {
    return await runYielding(jsonInSteps(text));
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw new UpstreamFailed('unfit', `The upstream answered with ${error.message}.`);
  }
}
