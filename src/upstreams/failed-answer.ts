import type { Readable } from 'node:stream';
import type { ReadAnswer } from '../delivery/guarded-reader.ts';
import { UpstreamFailed } from './upstream-failed.ts';

const shownBytes = 4096;
const shownLetters = 200;

/**
 * What an answer is instead of the one asked for; undefined where it is that. Its body is done with then. Of the
 * secrets that the call was made with its sentence says nothing, though an upstream repeats them.
 */
export async function failureOfAnswer(
  { status, headers, body }: ReadAnswer,
  secrets: readonly string[],
): Promise<UpstreamFailed | undefined> {
  const type = headers['content-type'] ?? '';
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(type);
  if (status === 200 && isJson) return undefined;
  const words = isJson ? await wordsOf(body) : '';
  body.destroy();
  const shown = (text: string) => printable(withoutSecrets(text, secrets));
  return failureOfStatus(status, shown(words).replace(/\.$/, ''), shown(type) || 'no type');
}

/** The same of an address that an answer gave. It may be anybody's, so what it says is shown to nobody. */
export function failureOfDownload({ status, body }: ReadAnswer): UpstreamFailed | undefined {
  if (status === 200) return undefined;
  body.destroy();
  if (status >= 300 && status < 400)
    return new UpstreamFailed(
      'unfit',
      'An address that the upstream gave leads to another one, which is not followed.',
    );
  const kind = status >= 500 || status === 408 || status === 429 ? 'unavailable' : 'unfit';
  return new UpstreamFailed(kind, `An address that the upstream gave answered ${status}.`);
}

function failureOfStatus(status: number, words: string, type: string): UpstreamFailed {
  const said = words === '' ? '' : `: ${words}`;
  if (status === 200)
    return new UpstreamFailed('unfit', `The upstream answered with ${type} instead of JSON.`);
  if (status >= 300 && status < 400)
    return new UpstreamFailed(
      'unfit',
      'The upstream answered with a redirect. It is not followed, so that the token goes nowhere else: give the address that it leads to.',
    );
  if (status === 413 || (status === 400 && /too large/i.test(words)))
    return new UpstreamFailed('too large', `The upstream has more than it answers at once${said}.`);
  if (status === 401 || (status === 403 && /invalid token|token expired/i.test(words)))
    return new UpstreamFailed('token', `The upstream does not know the token${said}.`);
  if (status === 403) return new UpstreamFailed('forbidden', `The token may not read this there${said}.`);
  if (status === 404) return new UpstreamFailed('not found', `The upstream knows nothing of this${said}.`);
  const kind = status >= 500 || status === 408 ? 'unavailable' : 'unfit';
  return new UpstreamFailed(kind, `The upstream answered ${status}${said}.`);
}

/** The sentence of an error body. */
async function wordsOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > shownBytes) return '';
    }
    const { err, message } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return String(err ?? message ?? '');
  } catch {
    return '';
  }
}

const printable = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, shownLetters);

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);
