import { ApiError } from '../errors.ts';

/** The codes of RFC 6749, 5.2, that the token endpoints answer with. */
type RefusalCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

/** A refusal of a token endpoint. @see A35, ruling H5 */
export function oauthRefusal(code: RefusalCode, sentence: string): ApiError {
  if (code !== 'invalid_client') return new ApiError(400, sentence, { code });
  return new ApiError(401, sentence, { code, headers: { 'WWW-Authenticate': 'Basic realm="OAuth apps"' } });
}
