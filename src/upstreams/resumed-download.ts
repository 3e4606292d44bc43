import type { GuardedReader, ReadAnswer } from '../delivery/guarded-reader.ts';
import type { HeaderLines } from '../delivery/header-lines.ts';
import { brokenOff, callFailed, isBrokenOff } from './call-failed.ts';
import { failureOfDownload } from './failed-answer.ts';
import { boundedPieces, joined } from './read-body.ts';

export interface DownloadBounds {
  readonly mostBytes: number;
  /** From the first call to the last byte, however often it breaks off, in real time. */
  readonly deadlineMs: number;
}

/** What came of the bytes behind an address so far. */
interface Begun {
  readonly pieces: readonly Buffer[];
  readonly sizeBytes: number;
  /** Says of later answers whether they are of the same bytes. */
  readonly strongTag?: string;
  readonly totalBytes?: number;
  /** Whether the last answer came to its end. */
  readonly hasEnded: boolean;
}

const mostTries = 4;
const nothing: Begun = { pieces: [], sizeBytes: 0, hasEnded: false };

/**
 * The bytes behind an address. What breaks off goes on where it was, as long as the answers prove to be of the same
 * bytes by a strong ETag, and begins anew otherwise.
 * @throws UpstreamFailed
 */
export async function resumedDownload(
  reader: GuardedReader,
  url: string,
  { mostBytes, deadlineMs }: DownloadBounds,
): Promise<Buffer> {
  const until = performance.now() + deadlineMs;
  let begun = nothing;
  for (let tries = 0; tries < mostTries && performance.now() < until; tries += 1) {
    const asked = { url, headers: askedHeaders(begun), deadlineMs: until - performance.now() };
    const answer = await reader.get(asked).catch(callFailed);
    const goingOn = goOn(begun, answer);
    begun = goingOn === undefined ? nothing : await readOn(goingOn, answer, mostBytes);
    if (isWhole(begun)) return joined(begun.pieces);
    if (!canGoOn(begun)) begun = nothing;
  }
  throw brokenOff();
}

/** Places in bytes that were compressed for the way would be no places in those that are kept. */
const plain: HeaderLines = { 'accept-encoding': 'identity' };

const askedHeaders = ({ sizeBytes, strongTag }: Begun): HeaderLines =>
  sizeBytes === 0 || strongTag === undefined
    ? plain
    : { ...plain, range: `bytes=${sizeBytes}-`, 'if-range': strongTag };

/** What an answer adds to; undefined where it is not what was asked for. @throws UpstreamFailed */
function goOn(begun: Begun, answer: ReadAnswer): Begun | undefined {
  const isAskedToGoOn = begun.sizeBytes > 0;
  if (!isAskedToGoOn || ![206, 416].includes(answer.status)) {
    const failure = failureOfDownload(answer);
    if (failure !== undefined) throw failure;
    return fromStart(answer);
  }
  const totalBytes = restOf(begun, answer);
  if (totalBytes !== undefined) return { ...begun, totalBytes };
  answer.body.destroy();
  return undefined;
}

function fromStart({ headers }: ReadAnswer): Begun {
  if (!isPlain(headers)) return nothing;
  const [tag = '', length = ''] = [headers.etag, headers['content-length']];
  return {
    ...nothing,
    ...(/^"[!#-~]{1,1024}"$/.test(tag) ? { strongTag: tag } : {}),
    ...(/^\d{1,15}$/.test(length) ? { totalBytes: Number(length) } : {}),
  };
}

/** How many bytes there are in all, where the answer is the rest of those that began so. */
function restOf(
  { sizeBytes, strongTag, totalBytes }: Begun,
  { status, headers }: ReadAnswer,
): number | undefined {
  if (status !== 206 || headers.etag !== strongTag || !isPlain(headers)) return undefined;
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '');
  const [from, last, total] = range?.slice(1).map(Number) ?? [];
  if (from !== sizeBytes || last === undefined || total !== last + 1) return undefined;
  return total === (totalBytes ?? total) ? total : undefined;
}

const isPlain = (headers: HeaderLines): boolean => (headers['content-encoding'] ?? 'identity') === 'identity';

/** Adds what comes until it ends or breaks off. @throws UpstreamFailed where it is more than there may be */
async function readOn(begun: Begun, { body }: ReadAnswer, mostBytes: number): Promise<Begun> {
  const pieces = [...begun.pieces];
  let { sizeBytes } = begun;
  try {
    for await (const piece of boundedPieces(body, mostBytes, sizeBytes)) {
      sizeBytes += piece.length;
      pieces.push(piece);
    }
    return { ...begun, pieces, sizeBytes, hasEnded: true };
  } catch (error) {
    if (!isBrokenOff(error)) throw error;
    return { ...begun, pieces, sizeBytes, hasEnded: false };
  }
}

const isWhole = ({ sizeBytes, totalBytes, hasEnded }: Begun): boolean =>
  totalBytes === undefined ? hasEnded : sizeBytes === totalBytes;

const canGoOn = ({ sizeBytes, strongTag, totalBytes = Infinity }: Begun): boolean =>
  strongTag !== undefined && sizeBytes < totalBytes;
