import { idOfNothing } from '../contract/branded-ids.ts';
import type { Caller, CallerUser } from './caller.ts';
import { administratorScopes } from './scopes.ts';

/** The administrator of the installation, acting without a call: at the first start, by a workspace file. */
export const administratorCaller = (user: CallerUser): Caller => ({
  tokenId: idOfNothing,
  tokenName: '',
  tokenHash: '',
  ipAddress: '',
  kind: 'personal',
  app: null,
  scopes: new Set(administratorScopes),
  user,
});
