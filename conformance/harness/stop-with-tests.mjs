/**
 * Loaded into a server that a test starts: stops it when standard input closes, so that no server stays
 * behind however the tests end. The server's threads load it as well and have a closed standard input.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.stdin
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .on('error', () => {})
    .resume()
    .unref?.();
}
