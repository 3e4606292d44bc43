import type { Call } from '../operation.ts';
import { oauthRefusal } from './oauth-refusal.ts';

export type TokenCall = Call<'postOAuthToken'> | Call<'postOAuthRefresh'>;
type TokenParameters = TokenCall['query'];

/**
 * The parameters of a token endpoint, of the form and, where older clients send them, of the query. Empty ones count
 * as left out.
 * @throws ApiError 400 for one that is given in both
 */
export function tokenParameters({ query, body = {} }: TokenCall): TokenParameters {
  const form = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
  const repeated = Object.keys(form).find((name) => Object.hasOwn(query, name));
  if (repeated !== undefined)
    throw oauthRefusal('invalid_request', `The parameter "${repeated}" was given twice; give it once.`);
  return { ...query, ...form };
}
