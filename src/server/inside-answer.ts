import { tooLargeToRead } from '../agents/ask.ts';
import { runYielding } from '../content/yielding.ts';
import { JsonRefused, jsonInSteps } from '../document/json-in-steps.ts';
import { bodyBounds } from './json-body.ts';

/**
 * What an answer of this server says, read with others' work in between.
 * @throws Refused for one that is nested deeper, or has a larger map, than is read
 */
export async function readAnswer(bytes: Buffer): Promise<unknown> {
  try {
    return await runYielding(jsonInSteps(bytes, bodyBounds));
  } catch (error) {
    throw error instanceof JsonRefused ? tooLargeToRead() : error;
  }
}
