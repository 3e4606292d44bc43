import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lineWriter } from './line-writer.ts';

/** A pipe as its writer sees it: it takes what it has room for and refuses the rest. */
function pipeOf({ room }: { room: number }) {
  const pipe = { room, text: '', failure: undefined as string | undefined };
  const writeSome = (bytes: Uint8Array): number => {
    const code = pipe.failure ?? (pipe.room === 0 ? 'EAGAIN' : undefined);
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    const taken = bytes.subarray(0, pipe.room);
    pipe.room -= taken.length;
    pipe.text += Buffer.from(taken).toString();
    return taken.length;
  };
  const droppedLine = (count: number) => `${count} dropped\n`;
  return { pipe, writer: lineWriter({ writeSome, droppedLine, mostWaitingBytes: 100 }) };
}

const tenBytes = 'a line of\n';

describe('The line writer', () => {
  it('has written a line when the call returns', () => {
    const { pipe, writer } = pipeOf({ room: 1000 });
    writer.write('first\n');
    expect(pipe.text).toBe('first\n');
  });

  it('buffers what a full pipe does not accept, and continues in the middle of a line once it does', async () => {
    const { pipe, writer } = pipeOf({ room: 3 });
    writer.write('first\n');
    writer.write('second\n');
    expect(pipe.text).toBe('fir');
    pipe.room = 1000;
    await expect.poll(() => pipe.text).toBe('first\nsecond\n');
    writer.write('third\n');
    expect(pipe.text).toBe('first\nsecond\nthird\n');
  });

  it('drops lines beyond its limit, and says how many once the pipe is read again', async () => {
    const { pipe, writer } = pipeOf({ room: 0 });
    for (let line = 0; line < 25; line += 1) writer.write(tenBytes);
    await wait(120);
    expect(pipe.text).toBe('');
    pipe.room = 1000;
    await expect.poll(() => pipe.text).toBe(`${tenBytes.repeat(10)}15 dropped\n`);
    writer.write('next\n');
    expect(pipe.text).toBe(`${tenBytes.repeat(10)}15 dropped\nnext\n`);
  });

  it('writes what is buffered before the process ends, unless the pipe accepts nothing', () => {
    const { pipe, writer } = pipeOf({ room: 0 });
    writer.write('last\n');
    writer.flush();
    expect(pipe.text).toBe('');
    pipe.room = 1000;
    writer.flush();
    expect(pipe.text).toBe('last\n');
  });

  it('survives a closed pipe and a full disk', () => {
    const { pipe, writer } = pipeOf({ room: 1000 });
    for (const failure of ['EPIPE', 'ENOSPC']) {
      pipe.failure = failure;
      writer.write('lost\n');
    }
    pipe.failure = undefined;
    writer.write('next\n');
    expect(pipe.text).toBe('next\n2 dropped\n');
  });
});
