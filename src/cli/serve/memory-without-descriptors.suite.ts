import { leaveDescriptors } from '../../testing/without-descriptors.ts';
import { thisProcess } from './memory-at-rest.ts';

/** Measures itself while no descriptor is free. */
leaveDescriptors(0);
const { workedMs, heapBytes } = thisProcess();
process.stdout.write(workedMs() > 0 && heapBytes() > 0 ? 'measured' : 'not measured');
