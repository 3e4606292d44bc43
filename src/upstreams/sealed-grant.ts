import type { UpstreamId } from '../contract/branded-ids.ts';
import { badRequest } from '../errors.ts';
import type { SecretTexts } from '../installation/installation-secret.ts';
import { isSendable, openToken, sealToken } from './sealed-token.ts';

/** What lets an app of an upstream have its access token refreshed. */
export interface Grant {
  readonly client: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** Encrypts a grant as tokens are. @throws ApiError 400 for what no request carries */
export function sealGrant(secret: SecretTexts, id: UpstreamId, grant: Grant, chance: string): string {
  for (const value of Object.values(grant))
    if (!isSendable(value))
      throw badRequest(
        'client_id, client_secret and refresh_token are words of ASCII, as the upstream showed them.',
      );
  return sealToken(secret, id, JSON.stringify(grant), chance);
}

/** The grant again; undefined where neither this secret nor the one before sealed it for this upstream. */
export function openGrant(secret: SecretTexts, id: UpstreamId, sealed: string): Grant | undefined {
  const text = openToken(secret, id, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Grant);
}
