import { administratorCaller } from '../access/administrator-caller.ts';
import type { Caller } from '../access/caller.ts';
import { findAdministrator } from '../access/caller-store.ts';
import type { Context } from '../context.ts';

/**
 * Who brings what an upstream has. Whoever added the mirror could put files into its project; from then on it is the
 * organization's, and goes on when they are gone.
 */
export async function bringingCaller({ database }: Pick<Context, 'database'>): Promise<Caller> {
  return { ...administratorCaller(await findAdministrator(database)), bringsMirrored: true };
}
