import { parentPort } from 'node:worker_threads';
import { type DesignFiles, designProblem } from './design-problem.ts';

/** Runs in a thread of its own: says of each design whether it can be believed. */
parentPort?.on('message', (files: DesignFiles) => parentPort?.postMessage(designProblem(files)));
