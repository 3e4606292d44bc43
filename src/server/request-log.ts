import type { FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';

/** Logs as JSON lines on standard error. Headers and bodies are never logged, so no token can be. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

const secretParameters =
  /([?&](?:signature|token|access_token|code|code_verifier|client_secret|refresh_token|plugin_payment_token)=)[^&]*/gi;

/** Test mode names a token by its value, and links of mails end in one; also where an address is to be gone on to. */
const tokenInPath = /((?:\/|%2F)(?:test\/v1\/tokens|invitation|reset-password)(?:\/|%2F))[^/?&%]*/gi;

/** A target, or a part of one, whose path holds a token no more. */
export const withoutPathTokens = (target: string): string => target.replace(tokenInPath, '$1…');

/** A request target for the log: without secrets, and short. */
export function loggedTarget(url: string): string {
  const masked = withoutPathTokens(url.replace(secretParameters, '$1…'));
  return masked.length > 500 ? `${masked.slice(0, 500)}… (${url.length} characters)` : masked;
}

/** The line of one answered request. */
export function requestLine(request: FastifyRequest, status: number, durationMs: number) {
  return {
    requestId: request.id,
    method: request.method,
    target: loggedTarget(request.url),
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    http: request.raw.httpVersion,
    userId: request.caller?.user.id,
    tokenId: request.caller?.tokenId,
  };
}
