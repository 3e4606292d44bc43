import http2 from 'node:http2';

/** Downloads over one connection of HTTP/2, some at a time, and answers how many bytes came. */
export async function downloadAll(
  origin: string,
  ca: Buffer,
  addresses: readonly string[],
  atOnce = 64,
): Promise<number> {
  const session = http2.connect(origin, { ca });
  const waiting = addresses.values();
  let sizeBytes = 0;
  const keepDownloading = async () => {
    for (const address of waiting) {
      const bytes = await download(session, address);
      sizeBytes += bytes;
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, keepDownloading));
    return sizeBytes;
  } finally {
    session.close();
  }
}

/** Answers how many bytes came. @throws Error for an answer that is not 200 */
export function download(
  session: http2.ClientHttp2Session,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const stream = session.request({ ...headers, ':path': pathname + search });
    let [status, sizeBytes] = [0, 0];
    stream.once('response', (headers) => {
      status = headers[':status'] ?? 0;
    });
    stream.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
    });
    stream.once('error', reject);
    stream.once('end', () =>
      status === 200 ? resolve(sizeBytes) : reject(new Error(`${pathname} was answered with ${status}.`)),
    );
  });
}
