import { EndpointRefused } from './endpoint.ts';
import { NameNotFound, TlsFailed } from './guarded-connect.ts';

/** At which point a call failed. */
export type FailureReason = 'refused' | 'name' | 'connection' | 'tls' | 'too-slow' | 'answer';

/** What went wrong, in words for the owner of the endpoint. */
export interface CallFailure {
  readonly reason: FailureReason;
  readonly sentence: string;
}

const certificateSentences: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  CERT_NOT_YET_VALID: "The receiver's certificate is not valid yet.",
  CERT_REVOKED: "The receiver's certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is signed by nobody but itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT: "The receiver's certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The receiver's certificate comes from an authority that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate comes from an authority that is not trusted.",
};

const connectionSentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing accepts connections at the endpoint.',
  ECONNRESET: 'The receiver closed the connection before its answer was complete.',
  EPIPE: 'The receiver closed the connection before its answer was complete.',
  UND_ERR_SOCKET: 'The receiver closed the connection before its answer was complete.',
  UND_ERR_ABORTED: 'The call was broken off.',
  UND_ERR_CLOSED: 'The call was broken off.',
  UND_ERR_DESTROYED: 'The call was broken off.',
  EHOSTUNREACH: 'No way leads to the endpoint.',
  ENETUNREACH: 'No way leads to the endpoint.',
  EADDRNOTAVAIL: 'No way leads to the endpoint.',
  ETIMEDOUT: 'The endpoint did not accept a connection in time.',
};

/** Turns anything that a call throws into a failure. */
export function failureOf(error: unknown): CallFailure {
  if (error instanceof EndpointRefused) return { reason: 'refused', sentence: error.message };
  if (error instanceof NameNotFound) return { reason: 'name', sentence: error.message };
  if (error instanceof TlsFailed) return tlsFailure(codeOf(error.cause));
  const code = codeOf(error);
  const sentence = connectionSentences[code];
  if (sentence !== undefined) return { reason: 'connection', sentence };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { reason: 'answer', sentence: "The headers of the receiver's answer are too large." };
  }
  if (/^(UND_ERR|HPE_)/.test(code) || isOfParser(error)) {
    return { reason: 'answer', sentence: 'The receiver answered with something that is not HTTP.' };
  }
  return { reason: 'connection', sentence: 'The connection to the receiver failed.' };
}

/** Of undici, which has no code for some of what its parser meets. */
const isOfParser = (error: unknown): boolean => error instanceof Error && error.name === 'HTTPParserError';

/** The failure of a call that ran out of time. @see DLV-05, ruling H18 */
export function tooSlow(deadlineMs: number): CallFailure {
  return { reason: 'too-slow', sentence: `The receiver took longer than ${deadlineMs / 1000} s.` };
}

function tlsFailure(code: string): CallFailure {
  const sentence = certificateSentences[code] ?? 'No TLS connection to the receiver came about.';
  return { reason: 'tls', sentence };
}

/** Of several addresses tried in vain, the first one's failure stands for all. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}
