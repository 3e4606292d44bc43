import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { connectionsWithin, mostDescriptors, roomForConnections } from './connection-room.ts';
import { countsAs } from './trusted-proxies.ts';

class Connection extends EventEmitter {
  isOpen = true;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): this {
    if (!this.isOpen) return this;
    this.isOpen = false;
    this.emit('close');
    return this;
  }
}

function comingTo(room: ReturnType<typeof roomForConnections>) {
  return (address: string): { connection: Connection; isTaken: boolean } => {
    const connection = new Connection(address);
    return { connection, isTaken: room.take(connection as never) };
  };
}

describe('Room for connections', () => {
  it('is bounded by address, and for IPv6 by its first 64 bits, until one is closed', () => {
    const come = comingTo(roomForConnections({ ofAll: 100, ofOne: 2 }));
    for (const [first, second, other] of [
      ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
      ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'],
    ] as const) {
      const { connection } = come(first);
      expect([come(second).isTaken, come(first).isTaken, come(other).isTaken]).toEqual([true, false, true]);
      connection.destroy();
      expect([come(first).isTaken, come(second).isTaken]).toEqual([true, false]);
    }
  });

  it('that is full is made by the oldest of the address that holds most, for those that hold fewer', () => {
    const come = comingTo(roomForConnections({ ofAll: 5, ofOne: 5 }));
    const ofOne = Array.from({ length: 5 }, () => come('192.0.2.1').connection);
    expect(come('192.0.2.1').isTaken).toBe(false);
    expect([come('192.0.2.2').isTaken, come('192.0.2.2').isTaken]).toEqual([true, true]);
    // Three and two are as even as five can be.
    expect(come('192.0.2.2').isTaken).toBe(false);
    expect(ofOne.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true]);
  });

  it('is had by trusted proxies however many they bring, and never taken from them', () => {
    const isProxy = (address?: string) => address === '192.0.2.9';
    const come = comingTo(roomForConnections({ ofAll: 5, ofOne: 2 }, countsAs(isProxy)));
    const brought = Array.from({ length: 5 }, () => come('192.0.2.9'));
    expect(brought.map(({ isTaken }) => isTaken)).toEqual(Array(5).fill(true));
    expect(come('192.0.2.1').isTaken).toBe(false);
    brought[0]?.connection.destroy();
    expect([come('192.0.2.1').isTaken, come('192.0.2.1').isTaken]).toEqual([true, false]);
  });

  it('tells of whom it refuses, and why', () => {
    const told: string[][] = [];
    const isProxy = (address?: string) => address === '192.0.2.9';
    const room = roomForConnections({ ofAll: 3, ofOne: 2 }, countsAs(isProxy), (...of) => told.push(of));
    const come = comingTo(room);
    for (let place = 0; place < 3; place++) come('2001:db8::1');
    expect(told.splice(0)).toEqual([['connection of its address', '2001:db8:0:0']]);
    for (const address of ['192.0.2.1', '192.0.2.2']) come(address);
    expect(told.splice(0)).toEqual([['connection for others', '2001:db8:0:0']]);
    for (const address of ['192.0.2.1', '192.0.2.9']) come(address);
    expect(told).toEqual([
      ['connection of all', '192.0.2.1'],
      ['connection of all', '192.0.2.9'],
    ]);
  });

  it('leaves descriptors for everything else', () => {
    expect(connectionsWithin(1_024, 10_000)).toBe(512);
    expect(connectionsWithin(20_000, 100_000)).toBe(18_976);
    expect(connectionsWithin(1_000_000, 10_000)).toBe(10_000);
    expect(connectionsWithin(Number.POSITIVE_INFINITY, 10_000)).toBe(10_000);
    expect(mostDescriptors()).toBeGreaterThan(64);
  });
});
