import type { IncomingHttpHeaders } from 'node:http';
import { browserSecret } from '../tokens/session.ts';

/** What the log and lists of requests show in place of a secret. */
export type MaskText = (text: string) => string;

/** Tokens, codes, secrets and signatures that we make: 32 bytes in Base64url. */
const ownForm = '(?<![\\w-])[\\w-]{43}(?![\\w-])';
/** Tokens of other programs that people send here by mistake, known by how they begin. */
const knownForms = '\\b(?:fig[a-z]{1,3}_|github_pat_|gh[a-z]_|glpat-|xox[a-z]-|eyJ)[\\w.-]{10,}';
const secretForm = new RegExp(`${ownForm}|${knownForms}`);
const secretForms = new RegExp(secretForm, 'g');

/** A shorter credential would be found in any text. */
const leastLength = 6;
/** Nothing shorter has one of the forms, escaped or not. */
const shortestForm = 13;

/** Parts that a target or a text of parameters is made of. */
const part = /[^/?&=#;,\s"'{}]+/g;

/**
 * Masks secrets by what they are and not by what they are called: whatever has the form of a token, and the
 * caller's own credentials, also where they are escaped.
 */
export function maskSecrets(credentials: readonly string[] = []): MaskText {
  const own = credentials.filter((credential) => credential.length >= leastLength);
  const shortest = Math.min(shortestForm, ...own.map(({ length }) => length));
  const isSecret = (text: string): boolean =>
    secretForm.test(text) || own.some((credential) => text.includes(credential));
  return (text) => {
    if (text.length < shortest) return text;
    const plain = own.reduce((left, credential) => left.replaceAll(credential, '…'), text);
    const masked = plain.replace(secretForms, '…');
    return masked.includes('%')
      ? masked.replace(part, (piece) => (isSecret(unescaped(piece)) ? '…' : piece))
      : masked;
  };
}

/** Addresses stand in parameters of addresses, escaped once more each time. */
function unescaped(piece: string): string {
  let text = piece;
  for (let times = 0; times < 3 && text.includes('%'); times += 1) {
    text = text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)));
  }
  return text;
}

/** Everything that a request proves its caller by, valid or not. */
export function credentialsOf(headers: IncomingHttpHeaders, tokenHeaders: readonly string[]): string[] {
  const given = tokenHeaders.flatMap((name) => headers[name.toLowerCase()] ?? []);
  const [scheme = '', ...rest] = (headers.authorization ?? '').trim().split(/\s+/, 3);
  const basic = /^basic$/i.test(scheme) ? Buffer.from(rest[0] ?? '', 'base64').toString() : '';
  const secret = browserSecret(headers.cookie) ?? '';
  return [...given, ...rest, basic.slice(basic.indexOf(':') + 1), secret].map((text) => text.trim());
}
