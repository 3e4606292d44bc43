import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HarPair } from './har.ts';

/** An entry of a tape as it is looked for and told. */
export interface TapeEntry {
  /** Milliseconds since 1970; 0 where the tape does not say. */
  readonly startedAt: number;
  readonly method: string;
  readonly url: URL;
  /** What was sent, as text; empty where nothing was. */
  readonly body: string;
  readonly status: number;
  readonly statusText: string;
  /** As they can be sent again: without those about encoding and connection. */
  readonly headers: readonly HarPair[];
  readonly type: string;
  readonly content: Buffer;
  /** The answer broke off here. */
  readonly isCut: boolean;
}

/** Why an entry is of no use. */
export type Unusable = 'is no entry of a tape' | 'holds no answer' | 'holds no content of its answer';

const dropped =
  /^:|^(connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-encoding|content-length|alt-svc|strict-transport-security)$/i;

interface Json {
  readonly [name: string]: unknown;
}

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads an entry that any program may have written. */
export function readEntry(json: string): TapeEntry | Unusable {
  const entry = parsed(json);
  const [request, response] = [objectIn(entry.request), objectIn(entry.response)];
  const url = URL.parse(textIn(request.url));
  const method = textIn(request.method).toUpperCase();
  if (url === null || !/^[A-Z]{1,20}$/.test(method)) return 'is no entry of a tape';
  const { status } = response;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599)
    return 'holds no answer';
  const content = contentOf(response);
  if (content === undefined && method !== 'HEAD') return 'holds no content of its answer';
  const headers = pairsIn(response.headers).filter(canBeSent);
  return {
    startedAt: Date.parse(textIn(entry.startedDateTime)) || 0,
    method,
    url,
    body: sentText(objectIn(request.postData)),
    status,
    statusText: textIn(response.statusText).replaceAll(/[^\t\x20-\x7e]/g, ''),
    headers,
    type: headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '',
    content: content ?? Buffer.alloc(0),
    isCut: textIn(response._error) !== '',
  };
}

function parsed(json: string): Json {
  try {
    return objectIn(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Undefined where the tape says that there was one and does not hold it, as browsers' tapes do. */
function contentOf(response: Json): Buffer | undefined {
  const { text, encoding, size } = objectIn(response.content);
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return typeof size === 'number' && size > 0 ? undefined : Buffer.alloc(0);
}

/** Of forms some programs keep the parameters alone. */
function sentText({ text, params }: Json): string {
  if (typeof text === 'string' && text !== '') return text;
  const pairs = pairsIn(params).map(({ name, value }): [string, string] => [name, value]);
  return new URLSearchParams(pairs).toString();
}

const pairsIn = (value: unknown): HarPair[] =>
  (Array.isArray(value) ? value : []).map((pair) => ({
    name: textIn(objectIn(pair).name),
    value: textIn(objectIn(pair).value),
  }));

function canBeSent({ name, value }: HarPair): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return !dropped.test(name);
  } catch {
    return false;
  }
}
