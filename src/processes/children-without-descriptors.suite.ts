import { leaveDescriptors } from '../testing/without-descriptors.ts';
import { startChild } from './start-child.ts';

/** Starts children while no more than a few descriptors are free, and prints how many never began. */
const idle = new URL('./idle-child.suite.ts', import.meta.url);
let neverBegan = 0;
leaveDescriptors(4);
for (let place = 0; place < 4; place++) {
  const child = startChild(idle, { heapMb: 64, memoryMb: 512 });
  child.send({});
  if (child.pid === undefined) neverBegan += 1;
  await child.kill();
  if (child.pid === undefined) await child.gone;
  leaveDescriptors(4 - place);
}
process.stdout.write(String(neverBegan));
