import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fileKeyOf } from '../contract/branded-ids.ts';
import { eventStream } from './event-stream.ts';
import type { Follower } from './followed-files.ts';

function listening(mayHear: () => Promise<boolean> = async () => true) {
  let follower: Follower | undefined;
  let hasLeft = false;
  const files = {
    close: () => undefined,
    follow: (one: Follower) => {
      follower = one;
      return () => {
        hasLeft = true;
      };
    },
  };
  const stream = eventStream(files, { fileKey: fileKeyOf('a'), known: undefined, mayHear });
  const errors: unknown[] = [];
  stream.on('error', (error) => errors.push(error));
  return { stream, errors, follower: () => follower as Follower, hasLeft: () => hasLeft };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
};

describe('The stream of events of a file', () => {
  it('says each change with its id, in order', async () => {
    const { stream, follower } = listening();
    follower().hear([], 'a');
    follower().hear(['comments', 'file'], 'b');
    await settled();
    const said = [];
    for (let piece = stream.read(); piece !== null; piece = stream.read()) said.push(String(piece));
    expect(said.join('')).toBe(
      'retry: 1000\n\nid: a\ndata: {"changed":[]}\n\nid: b\ndata: {"changed":["comments","file"]}\n\n',
    );
    stream.destroy();
  });

  it('ends once, and says nothing after that', async () => {
    const { stream, errors, follower, hasLeft } = listening();
    follower().end();
    follower().end();
    follower().hear(['file'], 'b');
    let said = '';
    for await (const piece of stream) said += piece;
    await settled();
    expect([said, errors, hasLeft()]).toEqual(['retry: 1000\n\n', [], true]);
  });

  it('ends for who may not hear it any more, and where that cannot be asked', async () => {
    for (const mayHear of [async () => false, () => Promise.reject(new Error('away'))]) {
      const { stream, errors, follower } = listening(mayHear);
      follower().hear(['file'], 'a');
      follower().hear(['file'], 'b');
      let said = '';
      for await (const piece of stream) said += piece;
      expect([said, errors]).toEqual(['retry: 1000\n\n', []]);
    }
  });

  it('ends for who does not read what is said', async () => {
    const { stream, follower } = listening();
    for (let count = 0; count < 1000; count += 1) follower().hear(['comments'], `${count}`.repeat(20));
    for (let turn = 0; turn < 1100; turn += 1) await nextTurn();
    expect(stream.readableLength).toBeLessThan(17 * 1024);
    let said = '';
    for await (const piece of stream) said += piece;
    expect(said).not.toContain(`id: ${'999'.repeat(20)}`);
  });
});
