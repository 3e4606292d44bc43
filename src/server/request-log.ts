import type { FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';

/** Logs as JSON lines on standard error. Headers and bodies are never logged, so no token can be. */
export function createLogger(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** What parameters are called that hold a secret, or that somebody takes for a place to put one. */
const secretNames =
  /token|secret|code|verifier|signature|pass(word|phrase)|authori[sz]ation|bearer|credential|api[-_]?key|cookie|session/i;

const parameter = /([?&])([^=&?]*)=([^&]*)/g;
/** One inside of a value, as in an address to be gone on to. */
const parameterInside = /(\?|%3F|%26)([^=%&?]*)(=|%3D)((?:(?!%26).)*)/gi;

export const isSecretName = (name: string): boolean => secretNames.test(decoded(name));

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function withoutSecrets(target: string): string {
  return target.replace(parameter, (_all, before: string, name: string, value: string) => {
    if (isSecretName(name)) return `${before}${name}=…`;
    const inside = value.replace(parameterInside, (whole, start: string, inner: string, is: string) =>
      isSecretName(inner) ? `${start}${inner}${is}…` : whole,
    );
    return `${before}${name}=${inside}`;
  });
}

/** Test mode names a token by its value, and links of mails end in one; also where an address is to be gone on to. */
const tokenInPath = /((?:\/|%2F)(?:test\/v1\/tokens|invitation|reset-password)(?:\/|%2F))[^/?&%]*/gi;

/** A target, or a part of one, whose path holds a token no more. */
export const withoutPathTokens = (target: string): string => target.replace(tokenInPath, '$1…');

/** A request target for the log: without secrets, and short. */
export function loggedTarget(url: string): string {
  const masked = withoutPathTokens(withoutSecrets(url));
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
