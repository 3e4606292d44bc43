import { administratorCaller } from '../../access/administrator-caller.ts';
import { findAdministrator } from '../../access/caller-store.ts';
import { createPasswordReset, preparePasswordReset } from '../../accounts/create-password-reset.ts';
import { inChange } from '../../change.ts';
import { userIdOf } from '../../contract/branded-ids.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import { ApiError } from '../../errors.ts';
import type { RunningServer } from '../../main.ts';
import { findAccount } from '../../people/people-store.ts';

/**
 * A link by which the sample's first owner chooses another password: what the first start printed may be lost, and
 * passwords are kept as hashes. Undefined where there is no such person, or no link for them.
 */
export async function wayIn(
  { context, url }: RunningServer,
  sample: WorkspaceFile,
): Promise<{ readonly email: string; readonly link: string } | undefined> {
  const owner = sample.files?.[0]?.owner;
  if (owner === undefined) return undefined;
  try {
    const { id: userId, email, organizationId } = await findAccount(context.database, userIdOf(owner));
    if (organizationId === null) return undefined;
    const by = administratorCaller(await findAdministrator(context.database));
    const asked = await preparePasswordReset(context, by, { organizationId, userId });
    const { token } = await inChange(context, by, (change) => createPasswordReset(change, asked));
    return { email, link: `${url}/reset-password/${token}` };
  } catch (error) {
    if (error instanceof ApiError || (error as Error).name === 'NoResultError') return undefined;
    throw error;
  }
}
