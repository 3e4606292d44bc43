import { startChild } from './start-child.ts';

/** Starts a child; with `kill` it waits for its end and says so, else it has nothing more to do. */
const child = startChild(new URL('./idle-child.suite.ts', import.meta.url), { heapMb: 64, memoryMb: 512 });
if (process.argv[2] === 'kill') {
  await child.kill();
  process.stdout.write('gone');
}
