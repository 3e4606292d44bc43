import { getCACertificates } from 'node:tls';
import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator } from '../../access/caller-store.ts';
import { findPerson } from '../../access/person-store.ts';
import { inChange } from '../../change.ts';
import type { Context } from '../../context.ts';
import { type UserId, userIdOf } from '../../contract/branded-ids.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import { readSmallFile } from '../../database/small-file.ts';
import type { RunningServer } from '../../main.ts';
import { replaceToken } from '../../tokens/replace-token.ts';
import { callTarget } from '../server-call.ts';
import { connectTo, ServerRefused } from '../server-client.ts';

export interface FirstCall {
  /** Ends in 24 hours. */
  readonly token: string;
  /** Whose token it is. */
  readonly handle: string;
  /** Answers 200 with that token: the sample's first file or, where it is gone, the person. */
  readonly path: string;
}

const tokenName = 'quickstart';

/**
 * Makes a token for trying things out, in the name of the sample's first owner, and ends those of earlier
 * starts: nothing that opens the server is written to disk for it. Undefined where that person is gone.
 *
 * @see ruling H24
 */
export async function firstCall(
  server: RunningServer,
  sample: WorkspaceFile,
): Promise<FirstCall | undefined> {
  const [file] = sample.files ?? [];
  const owner =
    file?.owner === undefined ? undefined : await findPerson(server.context.database, userIdOf(file.owner));
  if (owner === undefined || file?.key === undefined) return undefined;
  const token = await freshToken(server.context, owner.id);
  const path = { file_key: file.key };
  const target = (await isReadable(server, token, path))
    ? callTarget('GET /v1/files/{file_key}', { path, query: { depth: 1 } })
    : callTarget('GET /v1/me');
  return { token, handle: owner.handle, path: target };
}

async function freshToken(context: Context, userId: UserId): Promise<string> {
  const by = administratorCaller(await findAdministrator(context.database));
  const owner = { kind: 'personal', userId, appId: null, organizationId: null } as const;
  const wanted = { name: tokenName, scopes: 'all', isForExploration: true, brought: owner } as const;
  const { value } = await inChange(context, by, (change) => replaceToken(change, wanted), { isTold: false });
  return value;
}

/** Asks from outside, as the person will who pastes the line. */
async function isReadable(
  { url, caPath }: RunningServer,
  token: string,
  path: { readonly file_key: string },
): Promise<boolean> {
  const trusted =
    caPath === undefined ? undefined : [...getCACertificates('default'), await readSmallFile(caPath)];
  const client = connectTo({ url, token, trusted });
  try {
    await client.ask('GET /v1/files/{file_key}/meta', { path });
    return true;
  } catch (error) {
    return !(error instanceof ServerRefused);
  } finally {
    await client.close();
  }
}
