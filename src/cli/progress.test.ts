import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingIo } from '../testing/command-io.ts';
import { counted, startProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('progress', () => {
  it('says nothing about a step of less than two seconds where there is no terminal', () => {
    const { io, stderr } = recordingIo({ tellsProgress: true });
    const progress = startProgress(io, 'Sending a.json', 100);
    vi.advanceTimersByTime(1900);
    progress.end();
    expect(stderr()).toBe('');
  });

  it('says in plain lines how far a longer step is', () => {
    const { io, stderr } = recordingIo({ tellsProgress: true });
    const progress = startProgress(io, 'Sending a.json', 20_000_000);
    progress.advance(5_000_000);
    vi.advanceTimersByTime(2000);
    progress.wait('The server reads a.json');
    vi.advanceTimersByTime(2000);
    progress.end();
    vi.advanceTimersByTime(9000);
    expect(stderr()).toBe('Sending a.json: 25 % (5.0 MB of 20 MB)\nThe server reads a.json: 4 s\n');
  });

  it('draws over one line on a terminal, and takes it away at the end', () => {
    const { io, stderr } = recordingIo({ isTerminal: true, tellsProgress: true });
    const progress = startProgress(io, 'Sending', 10);
    vi.advanceTimersByTime(250);
    progress.end();
    expect(stderr()).toBe(`${'\r\u001b[KSending: 0 % (0 bytes of 10 bytes)'.repeat(2)}\r\u001b[K`);
  });

  it('counts the bytes of a stream and tells when the last is through', async () => {
    const seen: (number | string)[] = [];
    const progress = { advance: (bytes: number) => void seen.push(bytes), wait: () => {}, end: () => {} };
    async function* source() {
      yield Buffer.alloc(3);
      yield Buffer.alloc(4);
    }
    const passed = await Array.fromAsync(counted(source(), progress, () => void seen.push('end')));
    expect(passed.map(({ length }) => length)).toEqual([3, 4]);
    expect(seen).toEqual([3, 4, 'end']);
  });
});
