import { createLogger } from './request-log.ts';

/** A program that logs more than a pipe holds, and crashes. */
const log = createLogger('info');
for (let line = 1; line <= 2000; line += 1) log.info({ line, filler: 'x '.repeat(150) }, 'said');
throw new Error('the crash');
