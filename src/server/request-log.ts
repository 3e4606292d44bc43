import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { credentialsOf, type MaskText, maskSecrets } from './secret-values.ts';
import { standardError } from './standard-error.ts';

/** Logs as JSON lines on standard error. Headers and bodies are never logged; what has the form of a token is masked. */
export function createLogger(level: string, to: DestinationStream = standardError()): Logger {
  const mask = maskSecrets();
  const log = (line: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(line).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value]),
    );
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { log } }, to);
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

/** More of a target is not looked at; what is cut off there may be half a secret. */
const lookedAt = 4_000;
const lastPart = /[^/?&=#;,]*$/;

/** A request target for the log: without secrets, and short. */
export function loggedTarget(url: string, mask: MaskText = maskSecrets()): string {
  const start = url.length > lookedAt ? url.slice(0, lookedAt).replace(lastPart, '') : url;
  const masked = mask(withoutPathTokens(withoutSecrets(start)));
  if (masked.length <= 500 && start === url) return masked;
  return `${masked.slice(0, 500)}… (${url.length} characters)`;
}

/** What is told of a request. */
export type ToldRequest = Pick<
  FastifyRequest,
  'id' | 'method' | 'url' | 'headers' | 'caller' | 'operation'
> & {
  readonly raw: Pick<FastifyRequest['raw'], 'httpVersion'>;
};

/** The line of one answered request. */
export function requestLine(
  request: ToldRequest,
  { status, durationMs }: { status: number; durationMs: number },
  tokenHeaders: readonly string[],
) {
  const mask = maskSecrets(credentialsOf(request.headers, tokenHeaders));
  return {
    requestId: request.id,
    method: request.method,
    target: loggedTarget(request.url, mask),
    status,
    durationMs: Math.round(durationMs * 10) / 10,
    http: request.raw.httpVersion,
    userId: request.caller?.user.id,
    tokenId: request.caller?.tokenId,
  };
}
