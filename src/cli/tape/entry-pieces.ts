import type { IncomingMessage } from 'node:http';
import { type PlainBody, plainBody, stringPieces } from './body-pieces.ts';
import type { HarPair, HarRequest, HarResponse, HarTimings } from './har.ts';
import type { Heard } from './heard.ts';
import { isSecretHeader, isSecretName, mask, type Secrets } from './secrets.ts';

interface Parts {
  readonly secrets: Secrets;
  /** Where bodies wait. */
  readonly folder: string;
}

/** One entry of a tape, piece by piece, without its secrets. */
export async function entryPieces(
  heard: Heard,
  { secrets, folder }: Parts,
): Promise<() => AsyncIterable<string>> {
  const { request, response } = heard;
  for (const message of [request, response])
    for (const { name, value } of pairsOf(message)) secrets.learnHeader(name, value);
  const asked = await plainBody(heard.requestBody, codingOf(request), secrets, folder);
  const answered = await plainBody(heard.responseBody, codingOf(response), secrets, folder);
  return async function* () {
    try {
      yield* pieces(heard, { secrets, asked, answered });
    } finally {
      asked.spool.close();
      answered.spool.close();
    }
  };
}

async function* pieces(
  heard: Heard,
  { secrets, asked, answered }: { secrets: Secrets; asked: PlainBody; answered: PlainBody },
): AsyncGenerator<string> {
  const [wait, receive] = [rounded(heard.waitMs), rounded(heard.receiveMs)];
  const begun = {
    startedDateTime: new Date(heard.startedAt).toISOString(),
    time: rounded(wait + receive),
  };
  yield `${JSON.stringify(begun).slice(0, -1)},"request":`;
  yield opened(requestOf(heard, secrets));
  if (asked.spool.sizeBytes() > 0) {
    yield `,"postData":${opened({ mimeType: codingOf(heard.request).type })},"text":"`;
    yield* stringPieces(asked);
    yield asked.isText ? '"}' : '","_encoding":"base64"}';
  }
  yield '},"response":';
  yield opened(responseOf(heard, secrets));
  yield `,"content":${opened(contentOf(heard, answered))},"text":"`;
  yield* stringPieces(answered);
  yield answered.isText ? '"}}' : '","encoding":"base64"}}';
  const timings: HarTimings = { send: 0, wait, receive };
  yield `,"cache":{},"timings":${JSON.stringify(timings)}}`;
}

/** An object that goes on. */
const opened = (value: object): string => JSON.stringify(value).slice(0, -1);

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

function requestOf({ request, url, requestBody }: Heard, secrets: Secrets): HarRequest {
  return {
    method: request.method ?? 'GET',
    url: secrets.masked(url.origin + url.pathname + maskedSearch(url.search, secrets)),
    httpVersion: `HTTP/${request.httpVersion}`,
    cookies: cookiesOf(request),
    headers: maskedHeaders(request, secrets),
    queryString: [...new URLSearchParams(maskedSearch(url.search, secrets))].map(([name, value]) => ({
      name: secrets.maskedByValue(name),
      value: secrets.masked(value),
    })),
    headersSize: -1,
    bodySize: requestBody.sizeBytes(),
  };
}

function responseOf({ response, responseBody }: Heard, secrets: Secrets): HarResponse {
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    httpVersion: `HTTP/${response.httpVersion}`,
    cookies: cookiesOf(response),
    headers: maskedHeaders(response, secrets),
    redirectURL: secrets.masked(response.headers.location ?? ''),
    headersSize: -1,
    bodySize: responseBody.sizeBytes(),
    ...(response.complete ? {} : { _error: 'The answer ended before it was complete.' }),
  };
}

function contentOf({ response, responseBody }: Heard, { spool, problem }: PlainBody) {
  const { type } = codingOf(response);
  const size = spool.sizeBytes();
  const saved = size - responseBody.sizeBytes();
  return {
    size,
    ...(saved > 0 ? { compression: saved } : {}),
    mimeType: type === '' ? 'x-unknown' : type,
    ...(problem === undefined ? {} : { comment: problem }),
  };
}

function maskedHeaders(message: IncomingMessage, secrets: Secrets): HarPair[] {
  return pairsOf(message).map(({ name, value }) => ({
    name: secrets.maskedByValue(name),
    value: isSecretHeader(name, value) ? mask : secrets.masked(value),
  }));
}

/** Their names; the values are secret. */
function cookiesOf({ headers }: IncomingMessage): HarPair[] {
  const texts = headers['set-cookie'] ?? headers.cookie?.split('; ') ?? [];
  return texts.map((text) => ({ name: (text.split('=')[0] ?? '').trim(), value: mask }));
}

function maskedSearch(search: string, secrets: Secrets): string {
  const parts = search.slice(1).split('&');
  const masked = parts.map((part) => {
    const [name = '', ...value] = part.split('=');
    if (value.length === 0 || !isSecretName(name)) return part;
    secrets.learn(value.join('='));
    return `${name}=${mask}`;
  });
  return search === '' ? '' : `?${masked.join('&')}`;
}

function pairsOf({ rawHeaders }: IncomingMessage): HarPair[] {
  const pairs: HarPair[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    pairs.push({ name: rawHeaders[index] ?? '', value: rawHeaders[index + 1] ?? '' });
  return pairs;
}

const codingOf = ({ headers }: IncomingMessage) => ({
  type: headers['content-type'] ?? '',
  encoding: headers['content-encoding'] ?? '',
});
