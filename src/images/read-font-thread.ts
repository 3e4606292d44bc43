import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { checkFont } from '../render/text/check-font.ts';
import type { FontOutcome } from './read-font.ts';

/** Runs in a thread of its own; its only message is the outcome. */
const outcome: FontOutcome = await checkFont(workerData as Uint8Array).catch((error: unknown) => ({
  refusal: messageOf(error),
}));
parentPort?.postMessage(outcome);
