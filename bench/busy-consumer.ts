import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Takes a share of a core and does nothing with it, in bursts as long as a small design takes to be compiled. Arguments:
 * how far back it stands, as the system counts, and the share, from 0 to 1.
 */
const [niceness = '0', share = '0'] = process.argv.slice(2);
const burstMs = 10;

setPriority(Number(niceness));
process.once('SIGTERM', () => process.exit(0));
process.send?.('');

for (;;) {
  const before = process.cpuUsage();
  for (let used = 0; used < burstMs * 1000; ) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  await sleep(burstMs / Number(share) - burstMs);
}
