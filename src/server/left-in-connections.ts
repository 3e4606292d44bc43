/** An answer that was given up before all of it was read. */
export interface GivenUpAnswer {
  readonly address: string;
  readonly connection: Connection;
  readonly response: {
    /** What was written and has not gone out. */
    readonly writableLength: number;
  };
}

interface Connection {
  readonly destroyed: boolean;
  destroy(): unknown;
}

/** Bytes of streams of HTTP/2 that were reset after these had been encrypted: nothing but their connection's end frees them. */
export interface LeftInConnections {
  /** Counts what an answer has left; above the bound, connections end, those of the address that holds most first. */
  add(answer: GivenUpAnswer): void;
}

interface Left extends GivenUpAnswer {
  readonly bytes: number;
}

/** Each counts as this at the least, for what the library holds beside it. */
const leastBytes = 4 * 1024;

export function leftInConnections(mostBytes: number): LeftInConnections {
  /** The oldest first. */
  const left = new Set<Left>();
  let allBytes = 0;

  const forget = (entry: Left): void => {
    left.delete(entry);
    allBytes -= entry.bytes;
  };
  const forgetWhatIsGone = (): void => {
    for (const entry of left)
      if (entry.connection.destroyed || entry.response.writableLength === 0) forget(entry);
  };
  /** Down to half of the bound, so that this is seldom done. */
  const endConnections = (): void => {
    while (allBytes > mostBytes / 2) {
      const address = fullestAddress(left);
      const oldest = [...left].find((entry) => entry.address === address);
      oldest?.connection.destroy();
      for (const entry of left) if (entry.connection === oldest?.connection) forget(entry);
    }
  };
  return {
    add: ({ address, connection, response }) => {
      if (connection.destroyed || response.writableLength === 0) return;
      const bytes = Math.max(leastBytes, response.writableLength);
      left.add({ address, connection, response, bytes });
      allBytes += bytes;
      if (allBytes > mostBytes) forgetWhatIsGone();
      if (allBytes > mostBytes) endConnections();
    },
  };
}

function fullestAddress(left: Iterable<Left>): string | undefined {
  const bytesOf = new Map<string, number>();
  for (const { address, bytes } of left) bytesOf.set(address, (bytesOf.get(address) ?? 0) + bytes);
  return [...bytesOf].reduce<[string | undefined, number]>(
    (most, next) => (next[1] > most[1] ? next : most),
    [undefined, 0],
  )[0];
}
