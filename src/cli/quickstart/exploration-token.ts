import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import type { Operations } from '../../contract/contract.ts';
import type { RunningServer } from '../../main.ts';
import { connectTo, type ServerClient } from '../server-client.ts';

const tokenName = 'quickstart';
const tokensPath = '/workspace/v1/me/tokens';

/**
 * Makes a token for trying things out, which ends in 24 hours, and ends those of earlier starts: nothing that
 * opens the server is written to disk for it.
 *
 * @throws CommandFailed
 * @see ruling H24
 */
export async function freshExplorationToken({ url, caPath, adminToken }: RunningServer): Promise<string> {
  const trusted =
    caPath === undefined ? undefined : [...getCACertificates('default'), await readFile(caPath, 'utf8')];
  const server = connectTo({ url, token: adminToken, trusted });
  try {
    await endEarlier(server);
    const json = { name: tokenName, scopes: 'all', exploration: true };
    const made = await server.ask<{ token: string }>({ method: 'POST', path: tokensPath, json });
    return made.token;
  } finally {
    await server.close();
  }
}

async function endEarlier(server: ServerClient): Promise<void> {
  const { tokens } = await server.ask<Operations['listTokens']['answer']>({
    method: 'GET',
    path: tokensPath,
  });
  for (const { id } of tokens.filter(({ name }) => name === tokenName)) {
    await server.ask({ method: 'DELETE', path: `${tokensPath}/${encodeURIComponent(id)}` });
  }
}
