import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { writeChunks } from './write-chunks.ts';

/** Takes a chunk, and says so a moment later; never again once `isGone` answers true. */
function slowSink(taken: string[], isGone = () => false): Writable {
  return new Writable({
    highWaterMark: 1_000_000,
    write: (chunk: Buffer, _encoding, done) => {
      setImmediate(() => {
        taken.push(chunk.toString());
        if (!isGone()) done();
      });
    },
  });
}

describe('chunks that are lent', () => {
  test('are taken before the next one is asked for, though they share a buffer', async () => {
    const taken: string[] = [];
    const buffer = Buffer.alloc(1);
    async function* chunks() {
      for (const letter of 'abc') {
        buffer.write(letter);
        yield buffer;
      }
    }
    const sink = slowSink(taken);
    await writeChunks(chunks(), sink);
    expect(taken).toEqual(['a', 'b', 'c']);
    expect(sink.writableEnded).toBe(true);
  });

  test('are given back when the other side goes away', async () => {
    let isReturned = false;
    function* chunks() {
      try {
        for (;;) yield Buffer.from('x');
      } finally {
        isReturned = true;
      }
    }
    const taken: string[] = [];
    const sink: Writable = slowSink(taken, () => taken.length === 3 && sink.destroy().destroyed);
    await writeChunks(chunks(), sink);
    expect(isReturned).toBe(true);
    expect(taken.length).toBe(3);
  });

  test('that fail before the first one begin nothing', async () => {
    let hasBegun = false;
    async function* chunks() {
      yield await Promise.reject<Uint8Array>(new Error('unreadable'));
    }
    const begin = () => {
      hasBegun = true;
    };
    const writing = writeChunks(chunks(), slowSink([]), { begin });
    await expect(writing).rejects.toThrow('unreadable');
    expect(hasBegun).toBe(false);
  });

  test('of a known length end the stream with the last one', async () => {
    const ended: boolean[] = [];
    const sink = new Writable({
      write: (_chunk, _encoding, done) => {
        setImmediate(() => {
          ended.push(sink.writableEnded);
          done();
        });
      },
    });
    await writeChunks([Buffer.from('ab'), Buffer.from('c')], sink, { sizeBytes: 3 });
    expect(ended).toEqual([false, true]);
    expect(sink.writableFinished).toBe(true);
  });

  test('begin with a short one where that is asked for', async () => {
    const taken: string[] = [];
    await writeChunks([Buffer.from('abcd'), Buffer.from('efgh')], slowSink(taken), { firstBytes: 1 });
    expect(taken).toEqual(['a', 'bcd', 'efgh']);
  });
});
