/**
 * Loaded into a server that a test run starts: stops it when standard input closes, however the run ended, and takes
 * away the folder that its own address names once it has stopped. Threads of the server load it as well.
 */
import { rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const folder = new URL(import.meta.url).searchParams.get('folder');
  const stop = () => process.kill(process.pid, 'SIGTERM');
  process.stdin
    .once('close', stop)
    .on('error', () => {})
    .resume();
  process.stdin.unref?.();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
