import https from 'node:https';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** From the first byte sent to the last one received. */
  readonly milliseconds: number;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Calls over one kept connection of HTTP/1.1, so that a measured call holds no handshake. */
export interface Client {
  ask(path: string, ask?: Ask): Promise<Answered>;
  close(): void;
}

/** @param headers Sent with every call. */
export function openClient(
  url: string,
  ca: Buffer | string,
  headers: Readonly<Record<string, string>>,
): Client {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
  return {
    ask: (path, ask = {}) =>
      call(agent, new URL(path, url), { ...ask, headers: { ...headers, ...ask.headers } }),
    close: () => agent.destroy(),
  };
}

function call(agent: https.Agent, url: URL, { method = 'GET', headers, body }: Ask): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = https.request(url, { method, agent, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const milliseconds = performance.now() - startedAt;
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks), milliseconds });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** The answer, where it is a good one. @throws Error that names what was asked */
export async function askWell(client: Client, path: string, ask?: Ask): Promise<Answered> {
  const answered = await client.ask(path, ask);
  if (answered.status === 200) return answered;
  throw new Error(`${path} was answered with ${answered.status}: ${answered.bytes.toString().slice(0, 300)}`);
}
