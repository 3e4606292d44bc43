import type { Readable } from 'node:stream';
import type { ReadAnswer } from '../delivery/guarded-reader.ts';
import { UpstreamFailed } from './upstream-failed.ts';

const shownBytes = 4096;
const shownLetters = 200;

/** What an answer is instead of the one asked for; undefined where it is that. Its body is done with then. */
export async function failureOfAnswer(
  { status, headers, body }: ReadAnswer,
  wanted: 'json' | 'bytes',
): Promise<UpstreamFailed | undefined> {
  const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (status === 200 && (wanted === 'bytes' || isJson)) return undefined;
  const words = isJson ? await wordsOf(body) : '';
  body.destroy();
  return failureOfStatus(status, words, headers['content-type'] ?? 'no type');
}

function failureOfStatus(status: number, words: string, type: string): UpstreamFailed {
  const said = words === '' ? '' : `: ${words}`;
  if (status === 200)
    return new UpstreamFailed('unfit', `The upstream answered with ${printable(type)} instead of JSON.`);
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

/** The sentence of an error body, without its full stop. */
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
    return printable(String(err ?? message ?? '')).replace(/\.$/, '');
  } catch {
    return '';
  }
}

const printable = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ').slice(0, shownLetters);
