import { guardChild } from './guard-child.ts';

/** A program that waits for messages. */
guardChild();
process.on('message', () => {});
