import { createCipheriv, randomBytes } from 'node:crypto';
import { median } from '../medians.ts';
import type { Measured, Stage } from '../stage.ts';

const pieceBytes = 1024 * 1024;
const turnMs = 100;

/** What one core can do at best: encrypt the bytes of TLS records, and copy them. */
export async function measureBounds({ rounds, say }: Stage): Promise<Measured> {
  say('What one core encrypts and copies');
  const piece = Buffer.alloc(pieceBytes, 1);
  const sealing = createCipheriv('aes-128-gcm', randomBytes(16), randomBytes(12));
  const encrypt = () => sealing.update(piece).length;
  const [from, to] = [Buffer.alloc(8 * 1024 * 1024, 1), Buffer.alloc(8 * 1024 * 1024)];
  const copy = () => from.copy(to);
  const speeds = (work: () => number) => Array.from({ length: rounds }, () => bytesPerSecond(work));
  return {
    rows: [],
    facts: [
      { name: 'AES-128-GCM, one core', value: gigabytes(median(speeds(encrypt))) },
      { name: 'Copying memory, one core', value: gigabytes(median(speeds(copy))) },
    ],
  };
}

function bytesPerSecond(work: () => number): number {
  const startedAt = performance.now();
  let bytes = 0;
  while (performance.now() - startedAt < turnMs) bytes += work();
  return (bytes * 1000) / (performance.now() - startedAt);
}

const gigabytes = (speed: number): string => `${(speed / 1e9).toFixed(2)} GB/s`;
